// @vitest-environment jsdom
import { CallError, HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { globSync, readFileSync } from 'node:fs'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { PackageRightView } from '@spawnpoint/contracts/plugin-manager'
import { findRisks } from './browser/consent-risks.tsx'
import PluginsPage from './browser/plugins-page.tsx'
import { aPlugin, aReview } from './testing.ts'
import { toasts } from '../../sdk/ui/toasts.ts'
import { createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const LIST = 'GET /api/plugin-manager/plugins'
const REVIEW = 'POST /api/plugin-manager/packages'
const FOUND = 'GET /api/plugin-manager/packages/:review'
const INSTALL = 'POST /api/plugin-manager/packages/:review/install'
const UNINSTALL = 'POST /api/plugin-manager/plugins/:id/uninstall'

function show(
  answers: FakeHostOptions['answers'],
  permissions = ['admin.plugins.list', 'admin.plugins.edit'],
  path = '/mc-admin/plugins',
) {
  const app = createFakeHost({
    plugin: 'plugin-manager',
    path,
    session: { permissions },
    answers: { [LIST]: () => ({ plugins: [aPlugin()], safeMode: null }), ...answers },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="plugin-manager">
        <DataProvider>
          <PluginsPage />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

const choose = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Install plugin' }))
  await userEvent.upload(
    screen.getByLabelText(/Select a plugin package/),
    new File(['zip'], 'notes.zip', { type: 'application/zip' }),
  )
}

it('[PLM20] [PLM22] says what a package asks for, proposes isolation, and installs with the word given', async () => {
  const review = aReview({ action: 'upgrade', installedVersion: '0.9.0' })
  const app = show({ [REVIEW]: () => ({ review }), [INSTALL]: () => ({ plugin: aPlugin({ id: 'notes' }) }) })
  await choose()
  const dialog = await screen.findByRole('dialog', { name: 'Upgrade Notes?' })
  const host = within(dialog).getByText('discord.com').closest('li')
  expect(host?.textContent).toContain('New')
  expect(within(dialog).getByText('Store data in its own tables').closest('li')?.textContent).not.toContain(
    'New',
  )
  expect(within(dialog).getByRole<HTMLInputElement>('switch', { name: /in a sandboxed frame/ }).checked).toBe(
    true,
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Agree and upgrade' }))
  expect(app.callsTo(INSTALL)).toEqual([
    { params: { review: review.id }, body: { consent: 'all-of-it', isolated: true, inProcess: false } },
  ])
  expect(app.refreshed).toEqual(['refresh'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  ['install', 'Agree and install', 'Notes installed'],
  ['upgrade', 'Agree and upgrade', 'Notes upgraded to 1.0.0'],
  ['downgrade', 'Agree and downgrade', 'Notes downgraded to 1.0.0'],
] as const)('[PLM43] says what became of a package: %s', async (action, button, sentence) => {
  const review = aReview({ action, installedVersion: action === 'install' ? null : '0.9.0' })
  show({ [REVIEW]: () => ({ review }), [INSTALL]: () => ({ plugin: aPlugin({ id: 'notes' }) }) })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await vi.waitFor(() => expect(toasts.getState().at(-1)?.title).toBe(sentence))
})

const aRight = (kind: PackageRightView['kind'], value: string) => ({ kind, value, detail: null, isNew: true })

it('[PLM41] begins with what the plugin can do to money and data, by what it asks for and where it runs', async () => {
  const risksOf = async (more: Partial<ReturnType<typeof aReview>>) => {
    cleanup()
    forgetAnswers()
    show({ [REVIEW]: () => ({ review: aReview(more) }) })
    await choose()
    const title = await screen.findByText("What it can do to users' money and data")
    expect(
      title.compareDocumentPosition(screen.getByText('ID')) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
    const alert = title.closest('.sp-alert')
    return [...(alert?.querySelectorAll('li') ?? [])].map((item) => item.textContent)
  }
  const bare = { server: null, browser: 'frame', canIsolate: false, hasBoot: false } as const
  expect(await risksOf({ isolation: bare, rights: [] })).toEqual([])
  expect(screen.getByText("It asks for nothing that touches users' money or data.")).toBeTruthy()
  const rights = [
    aRight('service', 'coins.wallet'),
    aRight('event', 'users:created'),
    aRight('service', 'mail.mailer'),
    aRight('host', 'discord.com'),
    aRight('boot', 'boot'),
  ]
  const money = 'It can pay coins to users, up to the daily budget you set, and take coins from any user.'
  const data = 'It reads personal data of users or acts in their name.'
  const messages = 'It sends messages in its name.'
  const hosts = 'It can send what it reads to discord.com.'
  expect(await risksOf({ isolation: bare, rights })).toEqual([money, data, messages, hosts])
  const signature = { state: 'valid', keyId: 'k1', keyName: 'Example Ltd' } as const
  const open = { server: 'worker', browser: 'page', canIsolate: true, hasBoot: true } as const
  expect(await risksOf({ isolation: open, rights, signature })).toEqual([
    'Its server code can reach everything on this server: coins, accounts, files.',
    money,
    data,
    'Its pages have the access of the person viewing them.',
    "Its code runs in every visitor's browser.",
    messages,
    hosts,
  ])
  expect(await risksOf({ isolation: bare, rights: [aRight('capability', 'session.profile')] })).toEqual([
    data,
  ])
  const takes = "It can take coins from any user and give back what it took. It can't pay coins."
  const sees = "It sees users' balances, transactions or purchases."
  const till = aRight('service', 'coins.till')
  expect(await risksOf({ isolation: bare, rights: [till] })).toEqual([takes])
  expect(await risksOf({ isolation: bare, rights: [till, aRight('service', 'coins.wallet')] })).toEqual([
    money,
  ])
  for (const [kind, value] of [
    ['service', 'coins.ledger'],
    ['event', 'coins:moved'],
    ['event', 'store:purchased'],
  ] as const)
    expect(await risksOf({ isolation: bare, rights: [aRight(kind, value)] })).toEqual([sees])
})

it('[PLM41] knows each service by which a plugin moves coins', () => {
  const file: unknown = JSON.parse(readFileSync('sdk/package/plugin-services.json', 'utf8'))
  const { services } = file as { readonly services: readonly string[] }
  const risks = services.map((value) => [
    value,
    findRisks([{ kind: 'service', value }], { server: null, browser: null }),
  ])
  const ofMoney = risks.filter(([, found]) => /wallet|till|money/.test(String(found)))
  expect(Object.fromEntries(ofMoney)).toEqual({
    'coins.ledger': ['money'],
    'coins.till': ['till'],
    'coins.wallet': ['wallet'],
  })
})

it('[PLM22] leaves a package that somebody vouches for where it wants to run', async () => {
  const signature = { state: 'valid', keyId: 'k1', keyName: 'Example Ltd' } as const
  show({ [REVIEW]: () => ({ review: aReview({ signature }) }) })
  await choose()
  expect(
    (await screen.findByRole<HTMLInputElement>('switch', { name: /in a sandboxed frame/ })).checked,
  ).toBe(false)
  expect(screen.getByText('Verified: signed by Example Ltd')).toBeTruthy()
})

it('[PLM39] tells the publisher as a claim of the package, whoever signed it', async () => {
  const signature = { state: 'valid', keyId: 'k1', keyName: 'Jane Doe' } as const
  show({ [REVIEW]: () => ({ review: aReview({ publisher: 'Spawnpoint', signature }) }) })
  await choose()
  expect(await screen.findByText('Says it is by “Spawnpoint” (not verified)')).toBeTruthy()
  expect(screen.getByText('Verified: signed by Jane Doe')).toBeTruthy()
  expect(screen.queryByText('Spawnpoint')).toBeNull()
})

it('[PLM22] an upgrade is proposed as the last version runs', async () => {
  const installed = aPlugin({ id: 'notes', title: 'Notes', source: 'package' })
  show({
    [LIST]: () => ({ plugins: [installed], safeMode: null }),
    [REVIEW]: () => ({ review: aReview({ action: 'upgrade', installedVersion: '0.9.0' }) }),
  })
  await choose()
  expect(
    (await screen.findByRole<HTMLInputElement>('switch', { name: /in a sandboxed frame/ })).checked,
  ).toBe(false)
})

it('[PLM10] shows at once why the version before runs on', async () => {
  const installed = aPlugin({ id: 'notes', title: 'Notes', source: 'package' })
  const reason = 'version 1.0.0 did not start: broken'
  let asked = 0
  const details = { id: 'notes', version: '1.0.0', reason: 'broken' }
  show({
    [LIST]: () => ({ plugins: [(asked += 1) === 1 ? installed : { ...installed, reason }], safeMode: null }),
    [REVIEW]: () => ({ review: aReview({ action: 'upgrade', installedVersion: '0.9.0' }) }),
    [INSTALL]: () => {
      throw new CallError({ code: 'PACKAGE_UPGRADE_FAILED', status: 409, details })
    },
  })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Agree and upgrade' }))
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('so the previous version keeps running')
})

it('[PLM20] calls it going back where the version is an older one', async () => {
  show({ [REVIEW]: () => ({ review: aReview({ action: 'downgrade', installedVersion: '2.0.0' }) }) })
  await choose()
  expect(await screen.findByRole('dialog', { name: 'Downgrade Notes?' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Agree and downgrade' })).toBeTruthy()
})

it('[PLM20, PLM24] says that server code has all permissions, and what each place protects from', async () => {
  const isolation = { ...aReview().isolation, hasBoot: true }
  show({ [REVIEW]: () => ({ review: aReview({ isolation }) }) })
  await choose()
  const isolate = await screen.findByRole('switch', { name: /in a sandboxed frame/ })
  expect(screen.getByText('Runs with full server access')).toBeTruthy()
  expect(screen.getByText(/give any user admin\.root/)).toBeTruthy()
  expect(screen.getByText(/runs in its own worker/)).toBeTruthy()
  expect(screen.getByText(/run in a sandboxed frame.* The plugin still decides what they show/)).toBeTruthy()
  expect(screen.getByText(/start-up code doesn't run/)).toBeTruthy()
  await userEvent.click(isolate)
  expect(screen.queryByText(/start-up code doesn't run/)).toBeNull()
  expect(screen.getByText(/runs in its own worker/)).toBeTruthy()
  expect(screen.getByText(/run inside the dashboard with the access of the person viewing them/)).toBeTruthy()
})

it('[PLM25, PLM20] says in words what start-up code adds, which events it gets and where its elements stand', async () => {
  const asked = (kind: PackageRightView['kind'], value: string, detail: string | null = null) => ({
    kind,
    value,
    detail,
    isNew: true,
  })
  const rights = [
    asked('boot', 'boot'),
    asked('bootPage', '/p/notes/years/*', 'Years'),
    asked('bootAdminPage', '/mc-admin/x/notes/sum', 'Sum'),
    asked('bootTab', 'Growth'),
    asked('bootCommand', 'Grow'),
    asked('bootSlot', 'shell.notice'),
    asked('slot', 'settings.mail'),
    asked('slot', 'other.place'),
    asked('event', 'users:created'),
    asked('event', 'other:fact'),
    asked('menuEntry', 'My notes', '/p/notes'),
    asked('adminPage', '/mc-admin/x/notes/:id/edit', 'Edit note'),
    asked('openPage', '/p/notes/:year/:month', 'Notes of a month'),
    asked('bootPage', '/p/notes/people/:person', 'A person'),
  ]
  show({ [REVIEW]: () => ({ review: aReview({ rights }) }) })
  await choose()
  const dialog = await screen.findByRole('dialog')
  const linesOf = (heading: RegExp) =>
    within(within(dialog).getByRole('heading', { name: heading }).parentElement ?? dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(linesOf(/has start-up code/)).toEqual([
    'Runs for every visitor before the dashboard opens, and notices every change of page, language, settings and plugins',
    'Adds pages (“Years”) below /p/notes/years/',
    'Adds the admin page “Sum” at /mc-admin/x/notes/sum',
    'Adds the tab “Growth” to the debug panel',
    'Adds the command “Grow” to the search',
    'Adds an element: Above every page',
    'Adds the page “A person” at /p/notes/people/…',
  ])
  expect(linesOf(/adds admin pages/)).toEqual(['Edit note/mc-admin/x/notes/…/edit'])
  expect(linesOf(/anyone can open/)).toEqual(['Notes of a month/p/notes/…/…'])
  expect(linesOf(/elements to other plugins/)).toEqual(['Settings, in a groupsettings.mail', 'other.place'])
  expect(linesOf(/receives these events/)).toEqual(['An account is createdusers:created', 'other:fact'])
  expect(linesOf(/adds menu entries/)).toEqual(['My notes/p/notes'])
  // Nothing of it happens while the pages are proposed in a frame.
  expect(within(dialog).getByText("Doesn't run in a frame")).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('switch', { name: /in a sandboxed frame/ }))
  expect(within(dialog).queryByText("Doesn't run in a frame")).toBeNull()
})

const adding = /^Add pages, tabs, cards, commands and elements on other pages/
const noticing = /notices every change of page, language, settings and plugins/
const hookWords: Readonly<Record<string, RegExp>> = {
  beforeAccessCheck: /^Decide who can open the dashboard; if its rule fails or doesn't respond, no one can/,
  afterSession: /^See every login/,
  resolvePermission: /withhold permissions from users/,
  registerRoutes: adding,
  registerAdminPage: adding,
  registerDebugTab: adding,
  registerSlot: adding,
  registerWidget: adding,
  registerCommand: adding,
  beforeNavigate: /see and cancel every page change/,
  routeChanged: noticing,
  localeChanged: noticing,
  settingsChanged: noticing,
  pluginStateChanged: noticing,
}

it('[PLM25] says of each hook that start-up code may tap what it lets the plugin do', async () => {
  const surface: unknown = JSON.parse(readFileSync('sdk/kernel-surface.json', 'utf8'))
  const { hooks } = surface as {
    readonly hooks: { readonly browser: Readonly<Record<string, { for: string; capability: string | null }>> }
  }
  const open = Object.entries(hooks.browser).flatMap(([name, hook]) =>
    hook.for === 'plugins' ? [[name, hook.capability] as const] : [],
  )
  expect(open.map(([name]) => name).toSorted()).toEqual(Object.keys(hookWords).toSorted())
  const capabilities = [...new Set(open.flatMap(([, capability]) => capability ?? []))]
  const rights = [
    { kind: 'boot' as const, value: 'boot', detail: null, isNew: true },
    ...capabilities.map((value) => ({ kind: 'capability' as const, value, detail: null, isNew: true })),
  ]
  show({ [REVIEW]: () => ({ review: aReview({ rights }) }) })
  await choose()
  const dialog = await screen.findByRole('dialog')
  for (const words of Object.values(hookWords)) expect(within(dialog).getByText(words)).toBeTruthy()
})

it('[PLM20] [PLM22] asks first where the pages run of a package whose start-up code a frame takes away', async () => {
  const isolation = { ...aReview().isolation, hasBoot: true }
  show({ [REVIEW]: () => ({ review: aReview({ isolation }) }) })
  await choose()
  const before = (one: Element, other: Element) =>
    Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
  const rights = await screen.findByText('discord.com')
  const isolate = screen.getByRole('switch', { name: /in a sandboxed frame/ })
  expect(before(isolate, rights)).toBe(true)
  expect(before(screen.getByText(/start-up code doesn't run/), rights)).toBe(true)
  const how = /^To run it, turn the frame off below\. It then runs in the browser of everyone/
  expect(before(screen.getByText(how), isolate)).toBe(true)
  await userEvent.click(isolate)
  expect(screen.queryByText(how)).toBeNull()
  cleanup()
  const framed = { ...isolation, browser: 'frame', canIsolate: false } as const
  show({ [REVIEW]: () => ({ review: aReview({ isolation: framed }) }) })
  await choose()
  expect(await screen.findByText(/asks for the frame itself, so its start-up code never runs/)).toBeTruthy()
  expect(screen.queryByText(how)).toBeNull()
  cleanup()
  show({ [REVIEW]: () => ({ review: aReview() }) })
  await choose()
  const last = await screen.findByRole('switch', { name: /in a sandboxed frame/ })
  expect(before(screen.getByText('discord.com'), last)).toBe(true)
})

it('[PLM25] has words for each place of a page and each event that a plugin can name', async () => {
  const surface: unknown = JSON.parse(readFileSync('sdk/kernel-surface.json', 'utf8'))
  const { slots } = surface as { readonly slots: Readonly<Record<string, unknown>> }
  const events = globSync('builtin/*/contract/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/defineEvent\(\s*'([^']+)'/g)].map(([, name = '']) => name),
  )
  expect(events.length).toBeGreaterThan(20)
  const rights = [
    ...Object.keys(slots).map((value) => ({ kind: 'slot' as const, value })),
    ...events.map((value) => ({ kind: 'event' as const, value })),
  ].map((each) => ({ ...each, detail: null, isNew: true }))
  show({ [REVIEW]: () => ({ review: aReview({ rights }) }) })
  await choose()
  const lines = within(await screen.findByRole('dialog')).getAllByRole('listitem')
  const bare = rights
    .map(({ value }) => value)
    .filter((value) => lines.some((line) => line.textContent === value))
  expect(bare).toEqual([])
})

it('[PLM21] names what keeps a package from being installed and takes no consent', async () => {
  const problems = [{ code: 'PACKAGE_CLASH', details: { id: 'notes', other: 'memo', what: '/p/notes' } }]
  show({ [REVIEW]: () => ({ review: aReview({ problems }) }) })
  await choose()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('notes and memo both use /p/notes')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Agree and install' }).disabled).toBe(true)
})

it('[PLM35] opens the package that another page has handed to the server, once', async () => {
  const review = aReview({ action: 'upgrade', installedVersion: '0.9.0' })
  const plugins = [aPlugin({ id: 'notes', title: 'Notes', source: 'package' })]
  const app = show(
    { [FOUND]: () => ({ review }), [LIST]: () => ({ plugins, safeMode: null }) },
    undefined,
    `/mc-admin/plugins?review=${review.id}`,
  )
  expect(await screen.findByRole('dialog', { name: 'Upgrade Notes?' })).toBeTruthy()
  // Proposed as the version before runs, which only the list tells.
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /in a sandboxed frame/ }).checked).toBe(false)
  expect(app.callsTo(FOUND)).toEqual([{ params: { review: review.id } }])
  expect(app.host.location.getState().search).toBe('')
})

it('[PLM35] says that a package handed over has expired', async () => {
  const gone = () => {
    throw new CallError({ code: 'PACKAGE_REVIEW_GONE', status: 404 })
  }
  show({ [FOUND]: gone }, undefined, '/mc-admin/plugins?review=5f0c6a43-0000-4000-8000-000000000009')
  expect((await screen.findByRole('alert')).textContent).toContain('expired')
})

it('[PLM23] keeps the data unless told otherwise', async () => {
  const plugin = aPlugin({ id: 'notes', title: 'Notes', kind: 'plugin', source: 'package' })
  const app = show({ [LIST]: () => ({ plugins: [plugin], safeMode: null }), [UNINSTALL]: () => ({}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Notes' }))
  await userEvent.click(screen.getByRole('button', { name: 'Uninstall' }))
  const dialog = screen.getByRole('dialog', { name: 'Uninstall Notes?' })
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Keep data' }).checked).toBe(true)
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Delete data' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Uninstall and delete data' }))
  expect(app.callsTo(UNINSTALL)).toEqual([
    { params: { id: 'notes' }, body: { data: 'remove', withDependants: false } },
  ])
})

it('[PLM1] offers neither to who may only look', async () => {
  show({}, ['admin.plugins.list'])
  await screen.findByRole('switch')
  expect(screen.queryByRole('button', { name: 'Install plugin' })).toBeNull()
})

it('[PLM36] says before and after that a restart clears what code in the server process has changed', async () => {
  const own = {
    kind: 'plugin',
    source: 'package',
    isolation: { server: 'process', browser: 'page' },
  } as const
  const plugins = [
    aPlugin({ ...own, id: 'notes', title: 'Notes' }),
    aPlugin({ ...own, id: 'apart', title: 'Apart', isolation: { server: 'worker', browser: 'page' } }),
  ]
  const { host } = show({ [LIST]: () => ({ plugins, safeMode: null }), [UNINSTALL]: () => ({}) })
  const toast = vi.spyOn(host.notify, 'toast')
  const open = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name }))
    await userEvent.click(screen.getByRole('button', { name: 'Uninstall' }))
    return screen.getByRole('dialog', { name: `Uninstall ${name}?` })
  }
  const apart = await open('Apart')
  expect(within(apart).queryByText(/restart the server/)).toBeNull()
  await userEvent.click(within(apart).getByRole('button', { name: 'Uninstall' }))
  const notes = await open('Notes')
  expect(within(notes).getByText(/restart the server afterwards/)).toBeTruthy()
  await userEvent.click(within(notes).getByRole('button', { name: 'Uninstall' }))
  expect(toast.mock.calls.map(([{ title }]) => title)).toEqual([
    'Apart uninstalled',
    'Notes uninstalled. Restart the server to clear its code.',
  ])
})

it('[PLM36] names on the page whose code only a restart clears', async () => {
  const plugins = [aPlugin({ id: 'notes', title: 'Notes' })]
  show({ [LIST]: () => ({ plugins, safeMode: null, leftInProcess: ['notes', 'acme-gone'] }) })
  expect(await screen.findByText(/^Restart the server to clear the code of Notes, acme-gone\./)).toBeTruthy()
})
