// @vitest-environment jsdom
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { drawInTopBar } from '../testing.ts'
import CommandPalette from './command-palette.tsx'

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
  const { kernel } = await drawInTopBar(<CommandPalette close={() => undefined} />, { plugins: [plugin] })
  const plan = kernel.registry.plan.getState()
  await act(async () => kernel.apply({ ...plan, version: 2, plugins: [] }))
  expect(screen.queryByRole('option', { name: 'Open Acme' })).toBeNull()
  await act(async () => kernel.apply({ ...plan, version: 3 }))
  expect(screen.getByRole('option', { name: 'Open Acme' })).toBeTruthy()
  // A command says already what its page is for.
  expect(screen.queryByRole('option', { name: 'Acme' })).toBeNull()
  await act(async () => kernel.apply({ ...plan, version: 4, plugins: [] }))
  expect(screen.queryByRole('option', { name: 'Open Acme' })).toBeNull()
})
