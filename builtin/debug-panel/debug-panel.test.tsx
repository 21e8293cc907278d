// @vitest-environment jsdom
import { HostProvider, PluginProvider, type TraceEntry } from '@spawnpoint/sdk/browser'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { supportOverlays } from '../../sdk/ui/testing.ts'
import { createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'
import AppTab from './browser/app-tab.tsx'
import ConsoleTab from './browser/console-tab.tsx'
import DebugPage from './browser/debug-page.tsx'
import DebugShortcut from './browser/debug-shortcut.tsx'
import ErrorsTab from './browser/errors-tab.tsx'
import NetworkTab from './browser/network-tab.tsx'
import PluginsTab from './browser/plugins-tab.tsx'
import SettingsTab from './browser/settings-tab.tsx'
import StorageTab from './browser/storage-tab.tsx'
import manifest from './manifest.ts'

supportOverlays()
beforeEach(() => sessionStorage.clear())
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

it('[BAR5] opens by the same key on a keyboard without Latin letters', async () => {
  await open()
  fireEvent.keyDown(document.body, { key: 'ш', code: 'KeyI', ctrlKey: true })
  expect(screen.queryByRole('region', { name: 'Debug panel' })).toBeNull()
})

it('[DBG5] closes with Escape and gives focus back', async () => {
  await open()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Debug panel' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('page')
  expect(document.activeElement).not.toBe(document.body)
})

it('[DBG5] leaves the focus on the page where it has gone meanwhile', async () => {
  await open()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await userEvent.keyboard('{Control>}i{/Control}')
  expect(screen.queryByRole('region', { name: 'Debug panel' })).toBeNull()
  expect(document.activeElement).toBe(field)
  field.remove()
})

it('[DBG5] leaves Escape to a dialog of its own', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Recording' }))
  const dialog = await screen.findByRole('dialog', { name: 'Recording of this tab' })
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(screen.getByRole('region', { name: 'Debug panel' })).toBeTruthy()
})

const panelHasFocus = () =>
  document.activeElement !== document.body &&
  screen.getByRole('region', { name: 'Debug panel' }).contains(document.activeElement)

it('[OVL17] keeps the focus when a tab is cleared', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(panelHasFocus()).toBe(true)
  expect(document.activeElement?.textContent).toContain('No requests yet')
})

it('[OVL17] moves the focus from a removed entry to the next one, and from the last one to what is left', async () => {
  await open({ storage: { locale: 'EN', prefs: '1' } })
  await userEvent.click(screen.getByRole('tab', { name: 'Storage 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove locale' }))
  expect(document.activeElement?.textContent).toContain('prefs')
  await userEvent.click(screen.getByRole('button', { name: 'Remove prefs' }))
  expect(panelHasFocus()).toBe(true)
})

it('[OVL17] moves the focus into the value that is edited, and back', async () => {
  await open({ storage: { prefs: '1' } })
  await userEvent.click(screen.getByRole('tab', { name: 'Storage 1' }))
  const edit = screen.getByRole('button', { name: 'Edit prefs' })
  for (const name of ['Save', 'Cancel']) {
    await userEvent.click(edit)
    expect(edit.ariaExpanded).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value of prefs' }))
    await userEvent.click(screen.getByRole('button', { name }))
    expect(edit.ariaExpanded).toBe('false')
    expect(document.activeElement).toBe(edit)
  }
})

const withId = [
  entry(1, 'network', 'GET /api/a', { status: 500, url: '/api/a', method: 'GET', requestId: 'req-9' }),
]
const logged = [
  {
    id: 2,
    at: '',
    level: 'error',
    message: 'the disk is full',
    plugin: null,
    request: 'req-9',
    detail: 'at a',
  },
  { id: 1, at: '', level: 'warn', message: 'of another call', plugin: null, request: 'req-8', detail: null },
]
const logs = { 'GET /api/admin-home/logs': () => ({ lines: logged, since: '', shareHost: null }) }
const maySeeLogs = { permissions: ['admin.dashboard.components.system.logs'] }

it("[DBG8][OVL17] shows staff the server's lines of a request, and moves the focus there", async () => {
  await open({ trace: withId, answers: logs, session: maySeeLogs })
  await userEvent.click(screen.getByText('GET /api/a'))
  expect(await screen.findByRole('button', { name: 'Copy as cURL' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Server log' }))
  expect(await screen.findByText(/the disk is full/)).toBeTruthy()
  expect(panelHasFocus()).toBe(true)
  expect(screen.queryByText(/of another call/)).toBeNull()
})

it('[DBG8] says whose lines these are where there is none', async () => {
  await open({
    trace: withId,
    answers: { 'GET /api/admin-home/logs': () => ({ lines: [], since: '', shareHost: null }) },
    session: maySeeLogs,
  })
  await userEvent.click(screen.getByText('GET /api/a'))
  await userEvent.click(await screen.findByRole('button', { name: 'Server log' }))
  expect(await screen.findByText(/^This process of the server logged no warning or error/)).toBeTruthy()
})

it('[DBG1] shows when each entry happened in the time zone of the instance', async () => {
  await open({
    trace: [entry(1, 'network', 'GET /api/a?token=t-1', {})],
    settings: { app_timezone: 'Asia/Tokyo' },
  })
  expect(screen.getByText('07:13:20.001').getAttribute('dateTime')).toBe('2023-11-14T22:13:20.001Z')
  expect(screen.getByText('GET /api/a?token=•••')).toBeTruthy()
})

it("[DBG8] offers nobody else the server's log", async () => {
  await open({ trace: withId, answers: logs })
  await userEvent.click(screen.getByText('GET /api/a'))
  expect(await screen.findByText('req-9')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Server log' })).toBeNull()
})

it('[DBG11] edits an entry of the local storage, and no secret', async () => {
  const { host } = await open({ storage: { prefs: '{"theme":"dark"}', reset_token: 'tok-1' } })
  await userEvent.click(screen.getByRole('tab', { name: 'Storage 2' }))
  expect(screen.queryByRole('button', { name: 'Edit reset_token' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Edit prefs' }))
  const box = screen.getByRole('textbox', { name: 'Value of prefs' })
  await userEvent.clear(box)
  await userEvent.type(box, 'light')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(host.storage.get('prefs')).toBe('light')
  expect(screen.queryByRole('textbox')).toBeNull()
})

const added = { id: 'acme-hats', version: '1.0.0', kind: 'extension' }

it('[DBG10][OVL17] asks after each reload, with the panel open, until a plugin is found', async () => {
  const { left } = await open({
    plugins: [added, { ...added, id: 'coins', kind: 'builtin' }],
    path: '/store?a=1',
  })
  await userEvent.click(screen.getByRole('tab', { name: 'Plugins 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Find a faulty plugin' }))
  expect(left).toEqual(['/store?a=1'])
  expect(sessionStorage.getItem('spawnpoint_plugins_off')).toBe('["acme-hats"]')
  expect(await screen.findByText('Off in this tab: acme-hats')).toBeTruthy()
  cleanup()
  render(
    <HostProvider value={createFakeHost({ plugin: 'debug-panel' }).host}>
      <PluginProvider value="debug-panel">
        <DebugShortcut />
      </PluginProvider>
    </HostProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, it’s gone' }))
  expect(await screen.findByText('acme-hats causes the problem.')).toBeTruthy()
  expect(sessionStorage.getItem('spawnpoint_plugins_off')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(panelHasFocus()).toBe(true)
  expect(sessionStorage.getItem('spawnpoint_bisect')).toBeNull()
})

it('[DBG12] shows the recording before it is saved', async () => {
  await open({ trace: [entry(1, 'console', 'ada@example.com logged in')] })
  await userEvent.click(screen.getByRole('button', { name: 'Recording' }))
  const dialog = await screen.findByRole('dialog', { name: 'Recording of this tab' })
  expect(dialog.textContent).toContain('••• logged in')
  expect(within(dialog).getByRole('button', { name: 'Save as file' })).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Attach to a new ticket' })).toBeNull()
})

it('[DBG16] brings no code of its own along with the listener of its keys', () => {
  const listener = readFileSync(join(import.meta.dirname, 'browser/debug-shortcut.tsx'), 'utf8')
  expect([...listener.matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, path]) => path)).toEqual([])
  expect(listener).toContain("lazy(() => import('./debug-panel.tsx')")
})

it('[DBG13] is a page as well, for those without a keyboard', async () => {
  await renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { page: DebugPage, network: NetworkTab } },
    { at: '/debug', person: {} },
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Debug panel' })).toBeTruthy()
  expect(await screen.findByRole('tab', { name: /^Network/ })).toBeTruthy()
})
