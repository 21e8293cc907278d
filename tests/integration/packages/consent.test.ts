import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPluginOf, openShop, type Shop } from './plugin-shop.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
})
afterAll(() => server.stop())

it('[PLM25] shows each entry, command, card and tab, open and full pages, and what services hand over', async () => {
  const page = { module: 'page', title: 'Log in' }
  const zip = await shop.pack(
    aPluginOf('evil', {
      capabilities: [
        'server.services:users.users',
        'server.services:users.names',
        'server.services:coins.ledger',
      ],
      dependencies: { users: '*', coins: '*' },
      contributes: {
        routes: [
          { ...page, id: 'log-in', path: '/p/evil', area: 'public', bare: true },
          { ...page, id: 'mine', path: '/p/evil/mine', area: 'user', title: 'Mine' },
        ],
        nav: [{ area: 'user', route: 'mine', label: 'My dashboard' }],
        commands: [{ id: 'out', title: 'Log out', route: 'mine', shortcut: 'Ctrl+K' }],
        widgets: [{ id: 'coins', module: 'page', title: 'Coins' }],
        debugTabs: [{ id: 'tab', module: 'page', title: 'Network' }],
      },
      modules: { page: 'browser/page.js' },
    }),
    { files: { 'browser/page.js': 'export default () => null' } },
  )
  const { rights } = await shop.review(zip)
  const shown = rights.map(({ kind, value, detail }) => [kind, value, detail])
  expect(shown).toEqual(
    expect.arrayContaining([
      ['service', 'users.users', expect.stringContaining('email and IP addresses')],
      ['service', 'users.names', expect.stringContaining('No email or IP addresses')],
      ['service', 'coins.ledger', expect.stringContaining('All balances and transactions')],
      ['openPage', '/p/evil', 'Log in'],
      ['barePage', '/p/evil', 'Log in'],
      ['menuEntry', 'My dashboard', '/p/evil/mine'],
      ['command', 'Log out', 'Ctrl+K'],
      ['widget', 'Coins', null],
      ['tab', 'Network', null],
    ]),
  )
  expect(shown).not.toContainEqual(['openPage', '/p/evil/mine', 'Mine'])
})

it('[PLM25] shows by name all that start-up code may add', async () => {
  const zip = await shop.pack(
    aPluginOf('grower', {
      title: 'Grower',
      capabilities: ['hooks.register'],
      permissions: { requires: ['admin.users.list'] },
      registers: {
        routes: [{ path: '/p/grower/years/*', title: 'Years' }],
        adminPages: [{ path: '/mc-admin/x/grower/sum', title: '%sum%' }],
        debugTabs: [{ id: 'grower', title: 'Growth' }],
        widgets: [{ id: 'grower', title: 'How it grows' }],
        commands: [{ id: 'grow', title: 'Grow' }],
        slots: [{ slot: 'shell.notice' }],
      },
      boot: 'boot',
      modules: { boot: 'browser/boot.js' },
    }),
    {
      files: {
        'browser/boot.js': 'export default () => undefined',
        'locales/en.json': JSON.stringify({ grower: { sum: 'Sum of it' } }),
      },
    },
  )
  const { rights, problems } = await shop.review(zip)
  expect(problems).toEqual([])
  const added = rights.filter(({ kind }) => kind.startsWith('boot'))
  expect(added.map(({ kind, value, detail }) => [kind, value, detail])).toEqual([
    ['boot', 'boot', null],
    ['bootPage', '/p/grower/years/*', 'Years'],
    ['bootAdminPage', '/mc-admin/x/grower/sum', 'Sum of it'],
    ['bootTab', 'Growth', null],
    ['bootWidget', 'How it grows', null],
    ['bootCommand', 'Grow', null],
    ['bootSlot', 'shell.notice', null],
  ])
})

const named = (label: string, files: Readonly<Record<string, string>> = {}) =>
  shop.pack(
    aPluginOf('namely', {
      locales: Object.keys({ 'locales/en.json': '', ...files })
        .filter((file) => file.startsWith('locales/'))
        .map((file) => file.slice('locales/'.length, -'.json'.length)),
      contributes: {
        routes: [{ id: 'page', path: '/p/namely', area: 'user', module: 'page', title: 'Notes of mine' }],
        nav: [{ area: 'user', route: 'page', label }],
      },
      modules: { page: 'browser/page.js' },
      title: 'Namely',
    }),
    { files: { 'browser/page.js': 'export default () => null', ...files } },
  )

it.each([
  ['as it is', 'Dashboard', 'Dashboard'],
  ['in another case, with spaces', ' dash BOARD', 'Dashboard'],
  ['in letters of other scripts', 'L\u043eg out', 'Log out'],
  ['in another language', 'Abmelden', 'Abmelden'],
  ['by a word that the product does not use itself', 'Sign in', 'Sign in'],
])('[PKG20] refuses a name that reads like one of the product: %s', async (_, label, own) => {
  const answer = await shop.install(await named(label))
  expect(answer).toMatchObject({ status: 409, body: { error_code: 'PACKAGE_LABEL_TAKEN' } })
  const { problems } = await shop.review(await named(label))
  expect(problems).toEqual([{ code: 'PACKAGE_LABEL_TAKEN', details: { label, own } }])
})

it.each([
  ['a widget', { widgets: [{ id: 'part', module: 'page', title: 'Coins' }] }],
  ['a tab of the debug panel', { debugTabs: [{ id: 'part', module: 'page', title: 'Coins' }] }],
  ['a tab of the account', { customisationTabs: [{ id: 'part', module: 'page', title: 'Coins' }] }],
])('[PKG20] refuses %s that is named like a part of the product', async (_, contributes) => {
  const manifest = aPluginOf('namely', { title: 'Namely', contributes, modules: { page: 'browser/page.js' } })
  // Uploads are limited for each person.
  const own = await openShop(server)
  const zip = await own.pack(manifest, { files: { 'browser/page.js': 'export default () => null' } })
  expect((await own.review(zip)).problems).toEqual([
    { code: 'PACKAGE_LABEL_TAKEN', details: { label: 'Coins', own: 'Coins' } },
  ])
})

it('[PKG20] reads the names in every language of the package', async () => {
  const files = {
    'locales/en.json': JSON.stringify({ namely: { entry: 'Leave the game' } }),
    'locales/de.json': JSON.stringify({ namely: { entry: 'ABMELDEN' } }),
  }
  const { problems } = await shop.review(await named('%entry%', files))
  expect(problems).toEqual([{ code: 'PACKAGE_LABEL_TAKEN', details: { label: 'ABMELDEN', own: 'Abmelden' } }])
})

it('[PKG21] refuses names and messages with marks that are not seen', async () => {
  const refusalOf = async (zip: Promise<Buffer>) => (await shop.upload(await zip)).body
  expect(await refusalOf(named('Notes\u202eof mine'))).toMatchObject({
    error_code: 'PACKAGE_MANIFEST',
    fields: { 'contributes.nav.0.label': 'E_TEXT_MARKS' },
  })
  const files = { 'locales/en.json': JSON.stringify({ namely: { deep: { entry: 'Notes\u2066of mine' } } }) }
  expect(await refusalOf(named('%deep.entry%', files))).toMatchObject({
    error_code: 'PACKAGE_MANIFEST',
    fields: { 'locales/en.json': 'E_TEXT_MARKS' },
  })
})

it('[PKG22] refuses a service of the product that no plugin can use, and takes one that another plugin may bring', async () => {
  const asking = (...tokens: readonly string[]) =>
    shop.pack(
      aPluginOf('asking', {
        title: 'Asking',
        capabilities: tokens.map((token) => `server.services:${token}` as const),
      }),
    )
  const closed = ['kernel.secrets', 'notifications.notifications', 'pictures.pictures']
  const { problems } = await shop.review(await asking(...closed, 'coins.wallet', 'some-plugin.colors'))
  expect(problems).toEqual(
    closed.map((service) => ({ code: 'PACKAGE_SERVICE_CLOSED', details: { id: 'asking', service } })),
  )
  expect((await shop.install(await asking('kernel.secrets'))).body.error_code).toBe('PACKAGE_SERVICE_CLOSED')
})

it('[PLM60] says which service a mistyped name may have meant, in the words of check', async () => {
  const capabilities = ['server.services:users.name', 'server.services:coins.unheard-of'] as const
  const id = 'asking'
  const { problems } = await shop.review(
    await shop.pack(aPluginOf(id, { title: 'Asking', capabilities: [...capabilities] })),
  )
  expect(problems).toEqual([
    { code: 'PACKAGE_SERVICE_MISTYPED', details: { id, service: 'users.name', meant: 'users.names' } },
    { code: 'PACKAGE_SERVICE_UNKNOWN', details: { id, service: 'coins.unheard-of' } },
  ])
})
