// @vitest-environment jsdom
import type { PackageRightView } from '@spawnpoint/contracts/plugin-manager'
import { CallError, HostProvider, PluginProvider, type HomeAttention } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { aRoute, createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'
import { aPlugin } from './testing.ts'
import PluginAttention from './browser/home-attention.tsx'
import PluginConfigPage from './browser/plugin-config-page.tsx'
import PluginsPage from './browser/plugins-page.tsx'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const base = '/api/plugin-manager/plugins'
const OFF = `POST ${base}/:id/disable`
const ON = `POST ${base}/:id/enable`
const CONFIGURE = `PUT ${base}/:id/config`

function show(Page: ComponentType, more: Partial<FakeHostOptions>) {
  const app = createFakeHost({
    plugin: 'plugin-manager',
    path: '/plugins/shop/config',
    session: { permissions: ['admin.plugins.list', 'admin.plugins.edit'] },
    routes: [aRoute({ path: '/plugins/:identifier/config', id: 'plugin-config', area: 'admin' })],
    ...more,
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="plugin-manager">
        <DataProvider>
          <Page />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

it('[PLM4] names what goes off with a plugin, then shows the list that the answer carries', async () => {
  const shop = aPlugin({ id: 'shop', title: 'Web shop' })
  const plugins = [aPlugin({ dependants: ['shop'] }), shop]
  const after = [aPlugin({ enabled: false, state: 'suspended' }), { ...shop, enabled: false }]
  const app = show(PluginsPage, {
    answers: { [`GET ${base}`]: () => ({ plugins }), [OFF]: () => ({ plugins: after, safeMode: null }) },
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Enable Store' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Disable Store?' })
  expect(within(dialog).getByText(/are disabled too: Web shop\./)).toBeTruthy()
  expect(app.callsTo(OFF)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Disable all' }))
  expect(app.callsTo(OFF)).toEqual([{ params: { id: 'store' }, body: { withDependants: true } }])
  const control = await screen.findByRole<HTMLInputElement>('switch', { name: 'Enable Store' })
  await waitFor(() => expect(control.checked).toBe(false))
  // The plan's version in the answer's header leads to the new menu; nothing else is asked.
  expect([app.callsTo(`GET ${base}`).length, app.refreshed]).toEqual([1, []])
})

const aRight = (kind: PackageRightView['kind'], value: string, detail: string | null = null) => ({
  kind,
  value,
  detail,
  isNew: true,
})

it('[PLM28] lists what a plugin of the plugins folder may do before it is switched on', async () => {
  const folder = aPlugin({
    source: 'folder',
    enabled: false,
    state: 'installed',
    capabilities: ['server.db', 'http.external:discord.com'],
    isolation: { server: 'process', browser: 'frame' },
    rights: [
      aRight('tables', 'store'),
      aRight('host', 'discord.com'),
      aRight('menuEntry', 'Buy things', '/p/store'),
      aRight('secretSetting', 'webhook'),
      aRight('boot', 'boot'),
    ],
  })
  const on = [{ ...folder, enabled: true, state: 'active' }]
  const app = show(PluginsPage, {
    answers: {
      [`GET ${base}`]: () => ({ plugins: [folder] }),
      [ON]: () => ({ plugins: on, safeMode: null }),
    },
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Enable Store' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Enable Store?' }))
  expect(dialog.getByText('Store data in its own tables')).toBeTruthy()
  expect(dialog.getByText('discord.com')).toBeTruthy()
  for (const text of ['Buy things', 'webhook']) expect(dialog.getByText(text)).toBeTruthy()
  // Where its code runs, and what is lost there.
  for (const text of [/inside the server process/, /in a sandboxed frame/, /start-up code doesn't run/])
    expect(dialog.getByText(text)).toBeTruthy()
  expect(app.callsTo(ON)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Enable' }))
  await waitFor(() => expect(app.callsTo(ON)).toEqual([{ params: { id: 'store' } }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('[PLM3] offers no switch for what the product needs', async () => {
  const plugins = [aPlugin({ removable: false })]
  show(PluginsPage, { answers: { [`GET ${base}`]: () => ({ plugins }) } })
  expect((await screen.findByRole<HTMLInputElement>('switch')).disabled).toBe(true)
})

it('says how long a start took where it was long', async () => {
  const plugins = [aPlugin({ id: 'slow', startedInMs: 1300 }), aPlugin({ id: 'quick', startedInMs: 12 })]
  show(PluginsPage, { answers: { [`GET ${base}`]: () => ({ plugins }) } })
  expect(await screen.findAllByText(/^Started in/)).toHaveLength(1)
  expect(screen.getByText('Started in 1,300 ms')).toBeTruthy()
})

it('[PLM7] narrows the list by state and name, and tells why one is in trouble', async () => {
  const plugins = [
    aPlugin(),
    aPlugin({ id: 'broken', title: 'Broken', state: 'quarantined', reason: 'three faults', enabled: false }),
  ]
  show(PluginsPage, { answers: { [`GET ${base}`]: () => ({ plugins }) } })
  await screen.findByRole('switch', { name: 'Enable Store' })
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'With problems')
  expect(screen.queryByRole('switch', { name: 'Enable Store' })).toBeNull()
  expect(screen.getByText('three faults')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox'), 'nothing like it')
  expect(screen.getByText('No matching plugins')).toBeTruthy()
})

it.each([
  ['available', 'Available'],
  ['installed', 'Installed'],
  ['resolved', 'Ready'],
  ['loading', 'Starting'],
  ['active', 'Active'],
  ['suspended', 'Disabled'],
  ['blocked', 'Blocked'],
  ['conflict', 'Conflict'],
  ['incompatible', 'Incompatible'],
  ['failed', 'Failed'],
  ['migrationFailed', 'Migration failed'],
  ['quarantined', 'Quarantined'],
] as const)('[PLM10] shows that a plugin is %s, and why', async (state, word) => {
  const plugins = [aPlugin({ state, reason: 'for this reason' })]
  show(PluginsPage, { answers: { [`GET ${base}`]: () => ({ plugins }) } })
  const row = (await screen.findByText('Store')).closest('tr')
  expect(row?.textContent).toContain(word)
  expect(row?.textContent).toContain('for this reason')
  await userEvent.click(screen.getByRole('button', { name: 'Store' }))
  expect(within(screen.getByRole('dialog')).getByText('for this reason')).toBeTruthy()
})

it('[PLM10] counts one that runs as its version before among those in trouble', async () => {
  const reason = 'version 2.0.0 did not start: two is broken'
  const plugins = [aPlugin(), aPlugin({ id: 'shelf', title: 'Shelf', reason })]
  show(PluginsPage, { answers: { [`GET ${base}`]: () => ({ plugins }) } })
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'With problems')
  expect(screen.getByText(reason)).toBeTruthy()
  expect(screen.queryByText('Store')).toBeNull()
})

it('[PLM10] shows what became of a plugin that does not start, without leaving the page', async () => {
  const off = aPlugin({ enabled: false, state: 'installed' })
  const failed = aPlugin({ enabled: false, state: 'failed', reason: 'no start today' })
  let asked = 0
  const refuse = () => {
    throw new CallError({
      code: 'PLUGIN_FAILED',
      status: 409,
      details: { id: 'store', reason: 'no start today' },
    })
  }
  show(PluginsPage, {
    answers: { [`GET ${base}`]: () => ({ plugins: [(asked += 1) === 1 ? off : failed] }), [ON]: refuse },
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Enable Store' }))
  expect(await screen.findByText('no start today')).toBeTruthy()
  expect(screen.getByText('Failed')).toBeTruthy()
})

const schema = {
  type: 'object',
  required: ['url'],
  properties: {
    url: { type: 'string', title: 'Address' },
    key: { type: 'string', title: 'Key', 'x-secret': true },
    tries: { type: 'integer', title: 'Tries', default: 3 },
    loud: { type: 'boolean', title: 'Loud' },
  },
}
const config = () => ({
  plugin: aPlugin({ id: 'shop', title: 'Web shop', isConfigurable: true }),
  schema,
  values: { url: 'https://x.io' },
  version: 'first',
  messages: {},
  secretsSet: ['key'],
})

it('[PLM6] draws the form of the schema and keeps a secret that is left empty', async () => {
  const app = show(PluginConfigPage, {
    answers: { [`GET ${base}/:id/config`]: config, [CONFIGURE]: () => ({}) },
  })
  expect(await screen.findByText('Set')).toBeTruthy()
  expect(screen.queryByLabelText(/^Key/)).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Loud' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(app.callsTo(CONFIGURE)).toEqual([
      {
        params: { id: 'shop' },
        body: { values: { url: 'https://x.io', key: '', tries: 3, loud: true }, version: 'first' },
      },
    ]),
  )
})

it('[PLM6] sends a secret that was typed, and asks before unsaved changes are lost', async () => {
  const app = show(PluginConfigPage, {
    answers: { [`GET ${base}/:id/config`]: config, [CONFIGURE]: () => ({}) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Replace: Key' }))
  await userEvent.type(screen.getByLabelText(/^Key/), 'fresh')
  expect(await app.mayLeave()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(app.callsTo(CONFIGURE)).toMatchObject([{ body: { values: { key: 'fresh' } } }]))
  await waitFor(async () => expect(await app.mayLeave()).toBe(true))
})

it('[PLM27] compares versions when someone else saved the configuration meanwhile', async () => {
  let stored = { values: { url: 'https://x.io' }, version: 'first' }
  const app = show(PluginConfigPage, {
    answers: {
      [`GET ${base}/:id/config`]: () => ({ ...config(), ...stored }),
      [CONFIGURE]: ({ body }) => {
        if (Reflect.get(Object(body), 'version') === stored.version) return { version: 'third' }
        throw new CallError({ code: 'STALE_EDIT', status: 409, fields: {} })
      },
    },
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Loud' }))
  stored = { values: { url: 'https://hers.io' }, version: 'second' }
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else edited this' }))
  expect(dialog.getAllByText('https://hers.io').length).toBeGreaterThan(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Keep my version' }))
  await waitFor(() => expect(app.callsTo(CONFIGURE)).toHaveLength(2))
  expect(app.callsTo(CONFIGURE)[1]).toMatchObject({
    body: { values: { url: 'https://hers.io', loud: true }, version: 'second' },
  })
})

it('[PLM8] shows what is wrong at the field', async () => {
  const refuse = () => {
    throw new CallError({ code: 'VALIDATION', status: 400, fields: { url: 'invalid_format' } })
  }
  const app = show(PluginConfigPage, { answers: { [`GET ${base}/:id/config`]: config, [CONFIGURE]: refuse } })
  await userEvent.clear(await screen.findByLabelText('Address'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Required')).toBeTruthy()
  expect(app.callsTo(CONFIGURE)).toEqual([])
  await userEvent.type(screen.getByLabelText('Address'), 'nowhere')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a valid format')).toBeTruthy()
})

it('[PLM30] lists plugins in trouble among what needs attention, and leads to them', async () => {
  const answers = {
    [`GET ${base}`]: () => ({
      plugins: [
        aPlugin({ id: 'shop', title: 'Web shop', state: 'quarantined', reason: 'It threw 5 times.' }),
        aPlugin({ id: 'notes', title: 'Notes', state: 'active' }),
      ],
    }),
  }
  const routes = [aRoute({ path: '/mc-admin/plugins', id: 'admin-plugins', area: 'admin' })]
  const seen: (readonly HomeAttention[] | undefined)[] = []
  const Lines = ({ items }: { items: readonly HomeAttention[] | undefined }) => {
    seen.push(items)
    return items?.map(({ id, title, text }) => <p key={id}>{`${title} ${text}`}</p>)
  }
  show(() => <PluginAttention Lines={Lines} />, { answers, routes })
  expect(await screen.findByText('Web shop: Quarantined It threw 5 times.')).toBeTruthy()
  expect(seen.at(-1)).toMatchObject([{ tone: 'danger', to: '/mc-admin/plugins?show=trouble' }])
  cleanup()
  forgetAnswers()
  show(PluginsPage, { answers, path: '/mc-admin/plugins?show=trouble' })
  expect(await screen.findByText('Web shop')).toBeTruthy()
  expect(screen.queryByText('Notes')).toBeNull()
})

it('[PLM40] tells of a scheduled job that failed, on the row and in the details', async () => {
  const shop = aPlugin({ failedJobs: [{ name: 'tidy', failure: 'relation "gone" does not exist' }] })
  show(PluginsPage, {
    answers: { [`GET ${base}`]: () => ({ plugins: [shop, aPlugin({ id: 'notes', title: 'Notes' })] }) },
    path: '/mc-admin/plugins?show=trouble',
  })
  expect(await screen.findByText('Failed jobs: 1')).toBeTruthy()
  expect(screen.queryByText('Notes')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Store' }))
  expect(await screen.findByText('The last run of the scheduled job “tidy” failed')).toBeTruthy()
  expect(screen.getByText('relation "gone" does not exist')).toBeTruthy()
})

it('[PLM42] shows the last errors with their stack, what ran and for which request', async () => {
  const errors = [
    {
      at: '2026-05-04T09:00:00.000Z',
      effect: 'POST /api/shop/buy',
      stack: 'Error: no\n    at buy (server/buy.ts:3:9)',
      requestId: 'r-17',
    },
    { at: '2026-05-04T08:00:00.000Z', effect: 'job tidy', stack: 'Error: late', requestId: null },
  ]
  show(PluginsPage, { answers: { [`GET ${base}`]: () => ({ plugins: [aPlugin({ errors })] }) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Store' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Last errors')).toBeTruthy()
  expect(dialog.getByText('POST /api/shop/buy').closest('p')?.textContent).toContain('Request r-17')
  expect(dialog.getByText(/server\/buy\.ts:3:9/)).toBeTruthy()
  expect(dialog.getByText('job tidy').closest('p')?.textContent).not.toContain('Request')
})

it('[PLM7] shows added plugins alone', async () => {
  const notes = aPlugin({ id: 'notes', title: 'Notes', source: 'package' })
  const folder = aPlugin({ id: 'memo', title: 'Memo', source: 'folder', enabled: false })
  show(PluginsPage, { answers: { [`GET ${base}`]: () => ({ plugins: [aPlugin(), notes, folder] }) } })
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Added')
  expect(screen.queryByRole('button', { name: 'Store' })).toBeNull()
  for (const name of ['Notes', 'Memo']) expect(screen.getByRole('button', { name })).toBeTruthy()
})

it('[PLM37] changes where a plugin runs, with the words of the consent', async () => {
  const options = { server: 'process', browser: 'page', canIsolate: true, hasBoot: false } as const
  const shop = aPlugin({
    id: 'shop',
    title: 'Web shop',
    source: 'package',
    isolation: { server: 'worker', browser: 'page' },
    isolationOptions: options,
  })
  const stored = { plugin: shop, schema: null, values: {}, version: '', messages: {}, secretsSet: [] }
  const CHANGE = `PUT ${base}/:id/isolation`
  let failed = false
  const app = show(PluginConfigPage, {
    session: { permissions: ['admin.root'] },
    answers: {
      [`GET ${base}/:id/config`]: () => stored,
      [CHANGE]: () => {
        if (failed) return { plugin: shop }
        failed = true
        const details = { id: 'shop', reason: 'it needs a window' }
        throw new CallError({ code: 'PACKAGE_ISOLATION_FAILED', status: 409, details })
      },
    },
  })
  expect(await screen.findByText(/ends the worker, not the server/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save isolation' })).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: /in a sandboxed frame/ }))
  await userEvent.click(screen.getByRole('switch', { name: /inside the server process/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save isolation' }))
  expect((await screen.findByRole('alert')).textContent).toContain('runs as before: it needs a window')
  await userEvent.click(screen.getByRole('button', { name: 'Save isolation' }))
  const sent = { params: { id: 'shop' }, body: { isolated: true, inProcess: true } }
  expect(app.callsTo(CHANGE)).toEqual([sent, sent])
})

it('[PLM38] labels the settings of an added plugin in the language of the page, although its messages are elsewhere', async () => {
  const schema = { type: 'object', properties: { keep_days: { type: 'integer' }, note: { type: 'string' } } }
  const messages = {
    en: { keep_days: { label: 'Days to keep spins', hint: 'Two or more' }, note: { label: 'Remark' } },
    de: { keep_days: { label: 'Tage' } },
  }
  const plugin = aPlugin({ id: 'shop', title: 'Web shop', source: 'package' })
  const { host } = show(PluginConfigPage, {
    answers: {
      [`GET ${base}/:id/config`]: () => ({
        plugin,
        schema,
        values: {},
        version: '',
        messages,
        secretsSet: [],
      }),
    },
  })
  expect(await screen.findByLabelText(/Days to keep spins/)).toBeTruthy()
  expect(screen.getByText('Two or more')).toBeTruthy()
  expect(screen.getByLabelText(/Remark/)).toBeTruthy()
  await act(() => host.i18n.changeLanguage('de'))
  expect(screen.getByLabelText(/Tage/)).toBeTruthy()
  // English where the language has no words.
  expect(screen.getByLabelText(/Remark/)).toBeTruthy()
})
