import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer
let user = ''

const refused = /^E_SERVICE_REQUEST: wallet\./

/** Code of an attempt, with `user` and `wallet` at hand, and the error or answer that it ends in. */
const attempts: readonly (readonly [name: string, code: string, ends: RegExp])[] = [
  ...[
    '-1',
    '0',
    '0.5',
    'NaN',
    'Infinity',
    '-Infinity',
    '1_000_000_001',
    '2 ** 60',
    '"5"',
    'null',
    '[5]',
    '5n',
  ].flatMap((amount) =>
    ['earn', 'charge'].map(
      (method) =>
        [`${method} ${amount}`, `wallet.${method}({ user, amount: ${amount}, key: 'a' })`, refused] as const,
    ),
  ),
  ['no amount', `wallet.earn({ user, key: 'a' })`, refused],
  ['no request', `wallet.earn()`, refused],
  ['a list as request', `wallet.earn([user, 5, 'a'])`, refused],
  ['an empty key', `wallet.earn({ user, amount: 5, key: ' ' })`, refused],
  ['no key', `wallet.earn({ user, amount: 5 })`, refused],
  ['an endless key', `wallet.earn({ user, amount: 5, key: 'a'.repeat(151) })`, refused],
  ['a key with a zero byte', `wallet.earn({ user, amount: 5, key: 'a\\0b' })`, refused],
  ['an endless note', `wallet.earn({ user, amount: 5, key: 'a', note: 'a'.repeat(201) })`, refused],
  ['the id of another plugin', `wallet.earn({ user, amount: 5, key: 'a', plugin: 'rich' })`, refused],
  ['a kind of its own', `wallet.earn({ user, amount: 5, key: 'a', kind: 'coins:adjusted' })`, refused],
  ['a scope of its own', `wallet.earn({ user, amount: 5, key: 'a', scope: 'plugin-earned:rich' })`, refused],
  ['an account to take from', `wallet.earn({ user, amount: 5, key: 'a', from: 'adjustments' })`, refused],
  ['a refund with an amount', `wallet.refund({ charge: 'a', amount: 500 })`, refused],
  ['a refund to somebody', `wallet.refund({ charge: 'a', user })`, refused],
  ['a list of people', `wallet.earn({ user: [user], amount: 5, key: 'a' })`, refused],
  ['SQL as a person', `wallet.earn({ user: "' or true --", amount: 5, key: 'a' })`, /"reason":"unknown"/],
  ['the account of the store', `wallet.charge({ user: store, amount: 5, key: 'a' })`, /"reason":"unknown"/],
  ['a budget of its own', `wallet.setBudget(1000)`, /E_SERVICE_METHOD|is not a function/],
  [
    'the wallet of another',
    `wallet.serve({ id: 'rich', title: 'rich' })`,
    /E_SERVICE_METHOD|is not a function/,
  ],
  [
    'the ledger',
    `services.find({ kind: 'service', id: 'coins.ledger' })`,
    /^E_CAPABILITY.*server\.services:coins\.ledger/,
  ],
  ['the database', `services.find({ kind: 'service', id: 'kernel.database' })`, /^E_CAPABILITY/],
  ['a balance by SQL', 'db.sql`update coins.account set balance = 1000000`', /permission denied/],
  [
    'a budget by SQL',
    "db.sql`insert into coins.plugin_wallet values ('thief', 'x', 1000)`",
    /permission denied/,
  ],
  [
    'the function of the ledger',
    "db.sql`select coins.post('a', 'b', 'c', '', '', array[]::uuid[], array[]::bigint[])`",
    /permission denied/,
  ],
  ['more than no budget', `wallet.earn({ user, amount: 1, key: 'a' })`, /"reason":"over-budget","left":0/],
]

beforeAll(async () => {
  for (const mode of modes)
    writeIsolatedPlugin(plugins, {
      id: `thief-${mode}`,
      mode,
      capabilities: ['server.http', 'server.db', 'server.services:coins.wallet'],
      module: `
const store = '00000000-0000-4000-8000-000000000002'
const Wallet = { kind: 'service', id: 'coins.wallet' }
const attempts = [${attempts.map(([, code]) => `async ({ user, wallet, services, db }) => ${code}`).join(',\n')}]
endpoints.push(answer(post('/api/thief-${mode}/try', { body: z.looseObject({}) }), manifest, async ({ body, services, db }) => {
  try { return { end: JSON.stringify(await attempts[body.index]({ user: body.user, wallet: services.find(Wallet), services, db })) ?? '' } }
  catch (error) { return { end: error.message } }
}))`,
    })
  server = await startTestServer({ roots: rootsWith(plugins) })
  user = (await server.signIn()).person.id
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

describe.each(modes)('a plugin in a %s that tries', (mode) => {
  it.each(attempts.map(([name, , ends], index) => [name, ends, index] as const))(
    '[COI34] %s moves nothing',
    async (_name, ends, index) => {
      const { body } = await server.anonymous().post(`/api/thief-${mode}/try`, { index, user })
      expect(body['end']).toMatch(ends)
      const { rows } = await server.pool.query(
        `select 1 from coins.transfer where kind like 'thief-%' union all select 1 from coins.plugin_earning`,
      )
      expect(rows).toEqual([])
    },
  )
})
