// @vitest-environment jsdom
import { HostProvider, PluginProvider, type TraceEntry } from '@spawnpoint/sdk/browser'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'
import AppTab from './browser/app-tab.tsx'
import ConsoleTab from './browser/console-tab.tsx'
import DebugShortcut from './browser/debug-shortcut.tsx'
import ErrorsTab from './browser/errors-tab.tsx'
import NetworkTab from './browser/network-tab.tsx'
import PluginsTab from './browser/plugins-tab.tsx'
import SettingsTab from './browser/settings-tab.tsx'
import StorageTab from './browser/storage-tab.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const entry = (id: number, kind: TraceEntry['kind'], title: string, detail = {}): TraceEntry => ({
  id,
  at: 1_700_000_000_000 + id,
  kind,
  plugin: null,
  title,
  detail,
})

const trace = [
  entry(1, 'network', 'GET /api/a', { status: 200, ms: 4 }),
  entry(2, 'network', 'POST /api/b', { status: 500, request: { password: 'hunter2', name: 'ada' } }),
  entry(3, 'error', 'it broke'),
  entry(4, 'hook', 'navItems', { outcome: 'ok', durationMs: 1 }),
]

const modules: Readonly<Record<string, ComponentType>> = {
  network: NetworkTab,
  errors: ErrorsTab,
  console: ConsoleTab,
  app: AppTab,
  storage: StorageTab,
  settings: SettingsTab,
  plugins: PluginsTab,
}

/** The tabs that the manifest contributes, as the hook hands them on. */
const ownTabs = manifest.contributes.debugTabs.map(({ id, title, module }) => {
  const name = title.replace(
    /^%tabs\.(.)(.*)%$/,
    (_all, first: string, rest: string) => first.toUpperCase() + rest,
  )
  const Component = modules[module] ?? (() => null)
  return { id: `debug-panel/${id}`, plugin: 'debug-panel', title: name, size: 'small' as const, Component }
})

async function open(more: Partial<FakeHostOptions> = {}) {
  const app = createFakeHost({
    plugin: 'debug-panel',
    trace,
    contributions: { 'debug-tab:debug-panel': ownTabs },
    ...more,
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="debug-panel">
        <button type="button">page</button>
        <DebugShortcut />
      </PluginProvider>
    </HostProvider>,
  )
  screen.getByRole('button', { name: 'page' }).focus()
  await userEvent.keyboard('{Control>}i{/Control}')
  await screen.findByRole('region', { name: 'Debug panel' })
  return app
}

const lines = () => screen.getAllByText(/\/api\//).map(({ textContent }) => textContent)

it('[OVL1] opens and closes with Ctrl+I', async () => {
  await open()
  await userEvent.keyboard('{Control>}i{/Control}')
  expect(screen.queryByRole('region', { name: 'Debug panel' })).toBeNull()
})

it('[OVL2, DBG4] has its tabs with their counts, and those of others behind them', async () => {
  const Component = () => <p>queue</p>
  await open({
    contributions: {
      'debug-tab:debug-panel': [
        { id: 'x/queue', plugin: 'x', title: 'Queue', size: 'small', Component },
        ...ownTabs,
      ],
    },
  })
  const names = screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Network 2',
    'Errors 1',
    'Console 0',
    'App 4',
    'Storage 0',
    'Settings 0',
    'Plugins 1',
    'Queue',
  ])
  await userEvent.click(screen.getByRole('tab', { name: 'Queue' }))
  expect(screen.getByText('queue')).toBeTruthy()
})

it('[DBG6] tells the version of the plan beside that of the product', async () => {
  await open({ planVersion: 42, settings: { app_version: '3.1.4' } })
  await userEvent.click(screen.getByRole('tab', { name: 'App 4' }))
  expect(document.body.textContent).toMatch(/"version": 42,\s+"product": "3\.1\.4"/)
})

it('[DBG1] lists the newest first and clears a tab', async () => {
  await open()
  expect(lines()).toEqual(['POST /api/b', 'GET /api/a'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByText('No requests yet')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Errors 1' })).toBeTruthy()
})

it('[DBG2] hides what may be a secret', async () => {
  await open({ storage: { reset_token: 'tok-123', prefs: '{"apiKey":"k-9","theme":"dark"}' } })
  expect(document.body.textContent).toContain('ada')
  expect(document.body.textContent).not.toContain('hunter2')
  await userEvent.click(screen.getByRole('tab', { name: 'Storage 2' }))
  expect(document.body.textContent).toContain('"theme": "dark"')
  expect(document.body.textContent).not.toMatch(/tok-123|k-9/)
})

it('[DBG3] removes an entry of the local storage', async () => {
  const { host } = await open({ storage: { locale: 'EN' } })
  await userEvent.click(screen.getByRole('tab', { name: 'Storage 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove locale' }))
  expect(host.storage.get('locale')).toBeNull()
  expect(screen.getByText('Local storage is empty')).toBeTruthy()
})

it('[DBG5] closes with Escape and gives focus back', async () => {
  await open()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Debug panel' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('page')
  expect(document.activeElement).not.toBe(document.body)
})
