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
      capabilities: ['server.services:users.users', 'server.services:coins.ledger'],
      dependencies: { users: '*', coins: '*' },
      contributes: {
        routes: [
          { ...page, id: 'log-in', path: '/p/evil', area: 'public', bare: true },
          { ...page, id: 'mine', path: '/p/evil/mine', area: 'user', title: 'Mine' },
        ],
        nav: [{ area: 'user', route: 'mine', label: 'Dash\u202eboard' }],
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
      ['service', 'coins.ledger', expect.stringContaining('All balances')],
      ['openPage', '/p/evil', 'Log in'],
      ['barePage', '/p/evil', 'Log in'],
      ['menuEntry', 'Dashboard', '/p/evil/mine'],
      ['command', 'Log out', 'Ctrl+K'],
      ['widget', 'Coins', null],
      ['tab', 'Network', null],
    ]),
  )
  expect(shown).not.toContainEqual(['openPage', '/p/evil/mine', 'Mine'])
})
