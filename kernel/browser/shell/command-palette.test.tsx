// @vitest-environment jsdom
import { HostProvider } from '@spawnpoint/sdk/browser'
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { createBrowserHost } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { KernelProvider } from '../app/kernel-context.tsx'
import { CommandPalette } from './command-palette.tsx'

beforeAll(() => {
  supportOverlays()
  // jsdom has no layout to watch and none to scroll in.
  class Watched {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Watched)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

const manifest = defineManifest({
  id: 'acme',
  version: '1.0.0',
  title: 'Acme',
  description: 'A fixture',
  capabilities: [],
  modules: { page: 'browser/page.tsx' },
  contributes: {
    routes: [{ id: 'acme', path: '/p/acme', area: 'user', module: 'page', title: 'Acme' }],
    commands: [{ id: 'open', title: 'Open Acme', route: 'acme' }],
  },
})

it('[KRN2] follows plugins that come and go while it is open', async () => {
  const plugin = { manifest, folder: import.meta.dirname, modules: { page: () => null } }
  const { kernel, host } = await createBrowserHost({ plugins: [plugin] })
  const plan = kernel.registry.plan.getState()
  kernel.apply({ ...plan, version: 2, plugins: [] })
  render(
    <KernelProvider value={kernel}>
      <HostProvider value={host}>
        <CommandPalette close={() => undefined} />
      </HostProvider>
    </KernelProvider>,
  )
  expect(screen.queryByRole('option', { name: 'Open Acme' })).toBeNull()
  await act(async () => kernel.apply({ ...plan, version: 3 }))
  expect(screen.getByRole('option', { name: 'Open Acme' })).toBeTruthy()
  // A command says already what its page is for.
  expect(screen.queryByRole('option', { name: 'Acme' })).toBeNull()
  await act(async () => kernel.apply({ ...plan, version: 4, plugins: [] }))
  expect(screen.queryByRole('option', { name: 'Open Acme' })).toBeNull()
})
