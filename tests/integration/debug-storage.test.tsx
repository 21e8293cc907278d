// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import StorageTab from '../../builtin/debug-panel/browser/storage-tab.tsx'
import { createKernel } from '../../kernel/browser/create-kernel.ts'
import { createWebStorage } from '../../kernel/browser/platform/browser-platform.ts'
import { createSteps } from '../../kernel/browser/start-up-steps.tsx'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import { supportOverlays } from '../../sdk/ui/testing.ts'

const browser = window as Window & typeof globalThis
const undos: (() => void)[] = []

beforeAll(() => {
  supportOverlays()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = vi.fn()
      unobserve = vi.fn()
      disconnect = vi.fn()
    },
  )
})
afterEach(() => {
  cleanup()
  for (const undo of undos.splice(0)) undo()
  browser.localStorage.clear()
})

const wordsOf = (path: string) => ({ default: parse(readFileSync(path, 'utf8')) as Record<string, unknown> })

/** The listeners of the shipped start over the storage of a browser, and the tab on their host. */
const openStorage = async () => {
  const platform = {
    ...createMemoryPlatform({ url: 'https://dash.example.com/' }),
    storage: createWebStorage(() => browser.localStorage),
  }
  const kernel = createKernel({
    platform,
    chunks: { en: async () => wordsOf('builtin/debug-panel/locales/en.yml') },
    modules: { builtin: {}, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  const plan = { version: 1, plugins: [], settings: {}, safeMode: false }
  const starts = { succeeded: () => undefined, failed: () => undefined }
  undos.push(createSteps(browser, kernel, { plan }, starts).startListeners())
  await kernel.messages.start()
  render(
    <HostProvider value={kernel.host}>
      <PluginProvider value="debug-panel">
        <StorageTab />
      </PluginProvider>
    </HostProvider>,
  )
  return { platform, kernel }
}

it('[DBG11] the page follows what is edited or removed in the local storage at once', async () => {
  browser.localStorage.setItem('ui-settings', '{"theme":"dark"}')
  const { platform, kernel } = await openStorage()
  const { dataset } = document.documentElement
  expect(dataset['theme']).toBe('dark')
  fireEvent.click(screen.getByRole('button', { name: 'Edit ui-settings' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Value of ui-settings' }), {
    target: { value: '{"theme":"light","lists":{"density":"compact"}}' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await platform.clock.advance(10)
  expect([dataset['theme'], dataset['density']]).toEqual(['light', 'compact'])
  expect(kernel.uiSettings.getState().theme).toBe('light')
  fireEvent.click(screen.getByRole('button', { name: 'Remove ui-settings' }))
  await platform.clock.advance(10)
  expect([dataset['theme'], dataset['density']]).toEqual([undefined, undefined])
})
