// @vitest-environment jsdom
import type { SettingView } from '@spawnpoint/contracts/settings'
import { CallError, HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { aSetting } from './testing.ts'
import {
  aRoute,
  createFakeHost,
  ReauthenticationHost,
  type FakeHostOptions,
} from '../../tests/support/browser/create-fake-host.ts'
import { readSettingsFile, writeSettingsFile } from './browser/settings-file.ts'
import SettingsPage from './browser/settings-page.tsx'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const PATCH = 'PATCH /api/settings'
const site = aSetting({ key: 'website_url', schema: { type: 'string', maxLength: 500 } })
const css = aSetting({
  key: 'custom_css',
  plugin: 'kernel',
  group: 'custom-code',
  rootOnly: true,
  multiline: true,
})
const key = aSetting({
  key: 'api_key',
  group: 'general',
  audience: 'secret',
  value: null,
  isSet: true,
  default: null,
})
const tickets = aSetting({
  key: 'allow_tickets',
  group: 'earn',
  value: true,
  default: true,
  schema: { type: 'boolean' },
})
const renewal = aSetting({
  key: 'server_renew_enabled',
  group: 'earn',
  value: true,
  default: true,
  schema: { type: 'boolean' },
})
const renewalDays = aSetting({ key: 'server_renew_days', group: 'earn', schema: { type: 'string' } })

function show(settings: () => readonly SettingView[], more: Partial<FakeHostOptions> = {}) {
  const app = createFakeHost({
    plugin: 'settings',
    session: { permissions: ['admin.root'] },
    ...more,
    answers: {
      'GET /api/settings': () => ({ settings: settings() }),
      [PATCH]: () => ({ changed: [] }),
      ...more.answers,
    },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="settings">
        <DataProvider>
          <SettingsPage />
        </DataProvider>
      </PluginProvider>
      <ReauthenticationHost question={app.reauthentication.question} />
    </HostProvider>,
  )
  return app
}

const review = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Review and save' }))
  return screen.findByRole('dialog', { name: 'Review changes' })
}

it('[SET7] collects edits, lists them for review, and sends only those', async () => {
  const app = show(() => [site, key])
  await userEvent.type(await screen.findByLabelText('Website'), 'https://x.io')
  const dialog = await review()
  expect(within(dialog).getByText('https://x.io')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(app.callsTo(PATCH)).toEqual([{ body: { values: { website_url: 'https://x.io' } } }])
  expect(app.refreshed).toEqual(['settings'])
  expect(screen.queryByText(/^Unsaved changes/)).toBeNull()
})

it('names the address for webhooks whole, so that it can be pasted at the provider', async () => {
  const stripe = aSetting({
    key: 'enable_stripe',
    plugin: 'pay-stripe',
    group: 'billing',
    value: false,
    default: false,
    schema: { type: 'boolean' },
  })
  show(() => [stripe], { plugin: 'pay-stripe' })
  const address = `${window.location.origin}/api/payments/webhooks/stripe`
  expect(await screen.findByText((text) => text.endsWith(address))).toBeTruthy()
})

it('[SET7] forgets edits that are discarded or typed back', async () => {
  show(() => [site])
  const field = await screen.findByLabelText<HTMLInputElement>('Website')
  await userEvent.type(field, 'a{Backspace}')
  expect(screen.queryByText(/^Unsaved changes/)).toBeNull()
  await userEvent.type(field, 'abc')
  await userEvent.click(screen.getByRole('button', { name: 'Discard all' }))
  expect(field.value).toBe('')
})

it('[SET3] shows what the server refuses at its field', async () => {
  const refuse = () => {
    throw new CallError({ code: 'SETTING_INVALID', status: 400, fields: { website_url: 'web_address' } })
  }
  show(() => [site], { answers: { [PATCH]: refuse } })
  await userEvent.type(await screen.findByLabelText('Website'), 'nowhere')
  await userEvent.click(within(await review()).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Enter a full URL that starts with https:// or http://')).toBeTruthy()
})

it('[SET8] says who changed a value since the edit began', async () => {
  let current = site
  show(() => [current])
  await userEvent.type(await screen.findByLabelText('Website'), 'https://mine.io')
  current = { ...site, value: 'https://hers.io', lastChange: { by: 'ada', at: '2026-05-04T08:00:00Z' } }
  expect(within(await review()).getByText(/^ada changed this to “https:\/\/hers\.io”/)).toBeTruthy()
})

it('[SET5] asks for the password before custom code is saved', async () => {
  let proven = false
  const app = show(() => [css], {
    answers: {
      [PATCH]: () => {
        if (!proven) throw new CallError({ code: 'REAUTHENTICATION_REQUIRED', status: 403 })
        return { changed: ['custom_css'] }
      },
      'POST /api/auth/reauthenticate': () => {
        proven = true
        return {}
      },
    },
  })
  await userEvent.type(await screen.findByLabelText('Custom stylesheet'), 'body')
  await userEvent.click(within(await review()).getByRole('button', { name: 'Save changes' }))
  await userEvent.type(await screen.findByLabelText('Password'), 'pw')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(app.callsTo('POST /api/auth/reauthenticate')).toEqual([{ body: { password: 'pw' } }])
  expect(app.callsTo(PATCH)).toHaveLength(2)
})

it('[SET5, SET6] locks what a person may not change', async () => {
  show(() => [site, css], { session: { permissions: ['admin.settings.view'] } })
  expect((await screen.findByLabelText<HTMLInputElement>('Website')).disabled).toBe(true)
})

it('[SET10] shows a secret as set, and sends nothing of it until it is replaced', async () => {
  const app = show(() => [key])
  expect(await screen.findByText('Set')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Replace/ }))
  await userEvent.type(screen.getByLabelText('Api key'), 'new')
  const dialog = await review()
  expect(within(dialog).queryByText('new')).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(app.callsTo(PATCH)).toEqual([{ body: { values: { api_key: 'new' } } }])
})

it('[SET9] offers a switch once a page depends on it', async () => {
  show(() => [site, tickets, renewal, renewalDays])
  await screen.findByLabelText('Website')
  expect(screen.queryByRole('tab', { name: 'Earn & rewards' })).toBeNull()
  cleanup()
  forgetAnswers()
  show(() => [site, tickets, renewal, renewalDays], {
    routes: [aRoute({ path: '/ticket', flag: 'allow_tickets' })],
  })
  await userEvent.click(await screen.findByRole('tab', { name: 'Earn & rewards' }))
  expect(screen.getByRole('switch', { name: 'Support tickets' })).toBeTruthy()
  expect(screen.queryByLabelText('Days until renewal')).toBeNull()
})

it('[SET2] finds a setting by a word of its label, across the tabs', async () => {
  show(() => [site, css])
  await userEvent.type(await screen.findByRole('searchbox'), 'stylesheet')
  expect(screen.getByLabelText('Custom stylesheet')).toBeTruthy()
  expect(screen.queryByLabelText('Website')).toBeNull()
})

const messages = {
  settings: {
    tables: {
      resources: {
        rows: { memory: 'Memory', cpu: 'CPU' },
        columns: { price: 'Price in coins', most: 'Maximum' },
      },
    },
    store_ram_price: { label: 'Price: Memory' },
    max_ram: { label: 'Maximum: Memory' },
  },
}

const cell = (name: string, row: string, column: string, more: Partial<SettingView> = {}) =>
  aSetting({
    key: name,
    plugin: 'store',
    value: 100,
    default: 100,
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    table: { id: 'resources', row, column },
    ...more,
  })

it('[SET17] draws no empty card for settings that a slot draws', async () => {
  const notice = aSetting({
    key: 'maintenance_message',
    plugin: 'kernel',
    group: 'general',
    drawnBySlot: true,
  })
  show(() => [site, notice])
  await screen.findByLabelText(/website_url|Website/)
  expect(document.querySelectorAll('main .sp-card, .sp-card')).toHaveLength(1)
})

it('[SET12] draws settings as the cells of a table, and sends those that changed', async () => {
  const { callsTo, host } = show(() => [
    site,
    cell('store_ram_price', 'memory', 'price'),
    cell('store_cpu_price', 'cpu', 'price'),
    cell('max_ram', 'memory', 'most'),
  ])
  host.i18n.addResourceBundle('en', 'store', messages)
  const row = within(await screen.findByRole('group', { name: 'Memory' }))
  expect(screen.getAllByRole('group', { name: 'CPU' })).toHaveLength(1)
  expect(row.getByLabelText('Maximum')).toHaveProperty('value', '100')
  await userEvent.clear(row.getByLabelText('Price in coins'))
  await userEvent.type(row.getByLabelText('Price in coins'), '7')
  await userEvent.click(within(await review()).getByRole('button', { name: 'Save changes' }))
  expect(callsTo(PATCH)).toEqual([{ body: { values: { store_ram_price: 7 } } }])
})

it('[SET12] undoes the change of one cell, and finds a cell by its full name', async () => {
  const { host } = show(() => [cell('store_ram_price', 'memory', 'price'), cell('max_ram', 'memory', 'most')])
  host.i18n.addResourceBundle('en', 'store', messages)
  const field = await screen.findByLabelText('Price in coins')
  await userEvent.type(field, '0')
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Price: Memory' }))
  expect(field).toHaveProperty('value', '100')
  await userEvent.type(screen.getByRole('searchbox'), 'maximum')
  expect(screen.getByLabelText('Maximum: Memory')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Memory' })).toBeNull()
})

it('[SET13] shows and takes megabytes as GB, and says so in the review and in what it refuses', async () => {
  const { callsTo } = show(() => [
    aSetting({
      key: 'default_ram',
      plugin: 'servers',
      value: 1024,
      default: 512,
      unit: 'megabytes',
      schema: { type: 'integer', minimum: 0, maximum: 1024 * 1024 },
    }),
  ])
  const field = await screen.findByLabelText('Default ram')
  expect(field).toHaveProperty('value', '1')
  expect(screen.getByRole('button', { name: 'Use default: 512 MB (Default ram)' })).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '1025')
  await userEvent.click(screen.getByRole('button', { name: 'Review and save' }))
  expect(await screen.findByText('At most 1,024 GB.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '2.5')
  const dialog = within(await review())
  expect([dialog.getByText('1 GB'), dialog.getByText('2.5 GB')]).toHaveLength(2)
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(callsTo(PATCH)).toEqual([{ body: { values: { default_ram: 2560 } } }])
})

it('[MAI15] keeps all edits of a contribution that fills in several settings at once', async () => {
  const settings = ['smtp_host', 'smtp_user'].map((name) =>
    aSetting({ key: name, group: 'general', value: '', default: '', schema: { type: 'string' } }),
  )
  type Edit = (key: string, value: string) => void
  const Component = ({ edit }: Record<string, unknown>) => (
    <button
      type="button"
      onClick={() => {
        for (const { key: name } of settings) (edit as Edit)(name, 'filled in')
      }}
    >
      Fill in
    </button>
  )
  const preset = { id: 'mail.preset', plugin: 'mail', title: '', size: 'small' as const, Component }
  show(() => settings, { contributions: { 'slot:settings.general': [preset] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Fill in' }))
  expect(screen.getAllByDisplayValue('filled in')).toHaveLength(2)
})

const CHANGES = 'GET /api/settings/changes'
const openMenu = async (entry: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: entry, hidden: true }))
}

it('[SET14] [SET15] lists saved changes, and undoes one as an edit that is reviewed', async () => {
  const revision = {
    id: '7',
    at: '2027-01-10T12:00:00.000Z',
    by: 'marta',
    changes: [
      { key: 'allow_tickets', before: false, after: true, canUndo: true },
      { key: 'api_key', before: 'not set', after: 'changed', canUndo: false },
    ],
  }
  const app = show(() => [tickets, key], {
    answers: { [CHANGES]: () => ({ items: [revision], next: null, previous: null }) },
  })
  await openMenu('Change history')
  const dialog = await screen.findByRole('dialog', { name: 'Change history' })
  expect(await within(dialog).findByText(/marta/)).toBeTruthy()
  expect(within(dialog).getByText('Support tickets')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo' }))
  expect(app.callsTo(PATCH)).toEqual([])
  const toSave = await review()
  await userEvent.click(within(toSave).getByRole('button', { name: 'Save changes' }))
  expect(app.callsTo(PATCH)).toEqual([{ body: { values: { allow_tickets: false } } }])
})

it('[OVL17] the history keeps the focus on Next while more of it is asked for', async () => {
  const changes = [{ key: 'allow_tickets', before: false, after: true, canUndo: false }]
  const page = (id: string, by: string) => [{ id, at: '2027-01-10T12:00:00.000Z', by, changes }]
  let answer: (page: object) => void = () => undefined
  show(() => [tickets], {
    answers: {
      [CHANGES]: (input) =>
        JSON.stringify(input).includes('older')
          ? new Promise((resolve) => (answer = resolve))
          : { items: page('7', 'marta'), next: 'older', previous: null },
    },
  })
  await openMenu('Change history')
  const next = async () => await screen.findByRole('button', { name: 'Next' })
  await userEvent.click(await next())
  expect(document.activeElement).toBe(await next())
  expect(screen.getByText(/marta/)).toBeTruthy()
  await act(async () => answer({ items: page('6', 'priya'), next: null, previous: 'newer' }))
  expect(await screen.findByText(/priya/)).toBeTruthy()
  expect(document.activeElement).toBe(await next())
})

it('[SET14] offers no undo to those who may only look', async () => {
  const changes = [{ key: 'allow_tickets', before: false, after: true, canUndo: true }]
  const items = [{ id: '7', at: '2027-01-10T12:00:00.000Z', by: null, changes }]
  show(() => [tickets], {
    session: { permissions: ['admin.settings.view'] },
    answers: { [CHANGES]: () => ({ items, next: null, previous: null }) },
  })
  await openMenu('Change history')
  const dialog = await screen.findByRole('dialog', { name: 'Change history' })
  expect(await within(dialog).findByText('Support tickets')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Undo' })).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: /Close/ }))
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.queryByRole('menuitem', { name: 'Import settings', hidden: true })).toBeNull()
})

it('[SET16] exports every setting but secrets, and imports what differs for review', async () => {
  const file = writeSettingsFile([site, key, tickets])
  expect(JSON.parse(file)).toEqual({
    format: 'spawnpoint-settings-1',
    settings: { allow_tickets: true, website_url: '' },
  })
  const edited = file.replace('"allow_tickets": true', '"allow_tickets": false, "api_key": "x", "gone": 1')
  const app = show(() => [site, key, tickets])
  const input = await screen.findByLabelText('Import settings')
  await userEvent.upload(input, new File([edited], 'settings.json', { type: 'application/json' }))
  const dialog = await review()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(app.callsTo(PATCH)).toEqual([{ body: { values: { allow_tickets: false } } }])
  expect(readSettingsFile(edited, [site, key, tickets], () => true)?.skipped).toEqual(['api_key', 'gone'])
  expect(readSettingsFile(edited, [tickets], () => false)?.skipped).toContain('allow_tickets')
})

it('[SET16] takes no other file', () => {
  for (const text of ['', '[]', '{"settings":{}}', '{"format":"spawnpoint-settings-9","settings":{}}'])
    expect(readSettingsFile(text, [site], () => true)).toBeNull()
})
