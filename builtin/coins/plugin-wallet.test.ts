import { Ledger, type WalletAnswer } from '@spawnpoint/contracts/coins'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith, writeIsolatedPlugin } from '../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import { createStandingClock } from '../../tests/support/server/standing-clock.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const plugins = createPluginsFolder()
const clock = createStandingClock()
let server: TestServer

/** Calls its wallet as it is told, and keeps it for later. */
const spenderOf = (service: string) => `
const Wallet = defineService('${service}')
let kept = null
endpoints.push(answer(post(\`/api/\${id}/wallet\`, { body: z.looseObject({}) }), manifest, async ({ body, services }) => {
  const found = services.find(Wallet)
  if (!found) return { error: 'no wallet' }
  kept ??= found
  const wallet = body.kept ? kept : found
  try { return { answer: await wallet[body.method](...body.args) } } catch (error) { return { error: error.message } }
}))
`
beforeAll(async () => {
  for (const mode of modes)
    for (const name of ['spender', 'other', 'racer', 'leaver', 'charger']) {
      const id = `${name}-${mode}`
      const service = name === 'charger' ? 'coins.till' : 'coins.wallet'
      writeIsolatedPlugin(plugins, {
        id,
        mode,
        capabilities: ['server.http', `server.services:${service}`],
        manifest: { title: '%title%' },
        files: { 'locales/en.json': JSON.stringify({ [id]: { title: `The ${name}` } }) },
        module: `const id = ${JSON.stringify(id)}\n${spenderOf(service)}`,
      })
    }
  server = await startTestServer({ roots: rootsWith(plugins), clock })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const call = async (plugin: string, method: string, ...args: readonly unknown[]) => {
  const { body } = await server.anonymous().post(`/api/${plugin}/wallet`, { method, args })
  return body as { answer?: WalletAnswer; error?: string }
}

const setBudget = (plugin: string, perDay: number) =>
  server.pool.query(
    `insert into coins.plugin_wallet (plugin, name, earn_per_day) values ($1, $1, $2)
     on conflict (plugin) do update set earn_per_day = excluded.earn_per_day`,
    [plugin, perDay],
  )

const aPerson = async (coins = 0) => {
  const { person, api } = await server.signIn()
  const ledger = server.server.core.services.find(Ledger)
  if (!ledger) throw new Error('coins are off')
  if (coins > 0)
    await server.server.core.orm.transaction((tx) =>
      ledger.earn(tx, {
        scope: 'test',
        key: person.id,
        kind: 'test:given',
        user: person.id,
        from: 'earnings',
        amount: coins,
      }),
    )
  return { user: person.id, api, balance: async () => (await api.get('/api/coins/balance')).body['balance'] }
}

describe.each(modes)('the wallet of a plugin in a %s', (mode) => {
  const spends = `spender-${mode}`

  it('[COI30] pays, charges and refunds, and the statement names the plugin', async () => {
    await setBudget(spends, 1000)
    const { user, api, balance } = await aPerson(10)
    const note = 'Prize of the day'
    expect(await call(spends, 'earn', { user, amount: 40, key: `${user}:1`, note })).toEqual({
      success: true,
      answer: { ok: true, repeated: false, transaction: expect.any(String), balance: 50 },
    })
    expect(await call(spends, 'charge', { user, amount: 15, key: `${user}:1` })).toMatchObject({
      answer: { ok: true, balance: 35 },
    })
    expect(await call(spends, 'refund', { charge: `${user}:1` })).toMatchObject({
      answer: { ok: true, repeated: false, balance: 50 },
    })
    expect(await call(spends, 'balance', user)).toMatchObject({ answer: 50 })
    expect(await balance()).toBe(50)
    const { body } = await api.get('/api/coins/statement')
    expect(body['items']).toMatchObject([
      { kind: `${spends}:plugin-refunded`, plugin: 'The spender', amount: 15, note: '' },
      { kind: `${spends}:plugin-charged`, plugin: 'The spender', amount: -15 },
      { kind: `${spends}:plugin-earned`, plugin: 'The spender', amount: 40, note },
      { kind: 'test:given', plugin: null, amount: 10 },
    ])
  })

  it('[COI31] makes one transaction of a key, however often it is requested, and refuses it with other facts', async () => {
    await setBudget(spends, 1000)
    const { user, balance } = await aPerson()
    const request = { user, amount: 7, key: `once:${user}` }
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => call(spends, 'earn', request)))
    expect(new Set(answers.map(({ answer }) => answer?.ok && answer.transaction)).size).toBe(1)
    expect(answers.filter(({ answer }) => answer?.ok && !answer.repeated)).toHaveLength(1)
    expect(await balance()).toBe(7)
    const someone = await aPerson()
    for (const other of [{ amount: 8 }, { user: someone.user }])
      expect(await call(spends, 'earn', { ...request, ...other })).toMatchObject({
        answer: { ok: false, reason: 'key-reused' },
      })
    await call(spends, 'charge', { user, amount: 5, key: `charge:${user}` })
    const refunds = await Promise.all(
      [1, 2, 3].map(() => call(spends, 'refund', { charge: `charge:${user}` })),
    )
    expect(refunds.filter(({ answer }) => answer?.ok && !answer.repeated)).toHaveLength(1)
    expect(await balance()).toBe(7)
  })

  it('[COI32] pays no more on one day than its budget, also when many payments come at once', async () => {
    const racer = `racer-${mode}`
    const people = await Promise.all([aPerson(), aPerson(), aPerson()])
    const pay = (key: number, amount = 10) =>
      call(racer, 'earn', { user: people[key % 3]?.user, amount, key: `race:${mode}:${key}` })
    expect(await pay(0)).toMatchObject({ answer: { ok: false, reason: 'over-budget', left: 0 } })
    await setBudget(racer, 75)
    const answers = await Promise.all(Array.from({ length: 20 }, (_each, key) => pay(key)))
    expect(answers.filter(({ answer }) => answer?.ok)).toHaveLength(7)
    const balances = await Promise.all(people.map(({ balance }) => balance()))
    expect(balances.map(Number).reduce((sum, each) => sum + each)).toBe(70)
    expect(await call(racer, 'budget')).toMatchObject({ answer: { perDay: 75, left: 5 } })
    expect(await pay(30, 6)).toMatchObject({ answer: { ok: false, reason: 'over-budget', left: 5 } })
    expect(await pay(31, 5)).toMatchObject({ answer: { ok: true } })
    // A repeated key takes nothing from the budget and is answered as the first time.
    const paid = answers.findIndex(({ answer }) => answer?.ok)
    expect(await pay(paid)).toMatchObject({ answer: { ok: true, repeated: true } })
    clock.advance(24 * 60 * 60_000)
    expect(await call(racer, 'budget')).toMatchObject({ answer: { perDay: 75, left: 75 } })
    expect(await pay(32)).toMatchObject({ answer: { ok: true } })
    expect(await call(`other-${mode}`, 'budget')).toMatchObject({ answer: { perDay: 0, left: 0 } })
  })

  it('[COI33] says what keeps coins from moving', async () => {
    await setBudget(spends, 1000)
    const { user } = await aPerson(3)
    expect(await call(spends, 'charge', { user, amount: 4, key: `poor:${user}` })).toMatchObject({
      answer: { ok: false, reason: 'insufficient', available: 3 },
    })
    for (const nobody of [randomUUID(), 'nobody', '00000000-0000-4000-8000-000000000002'])
      for (const method of ['earn', 'charge'])
        expect(await call(spends, method, { user: nobody, amount: 1, key: randomUUID() })).toMatchObject({
          answer: { ok: false, reason: 'unknown' },
        })
    expect(await call(spends, 'balance', randomUUID())).toMatchObject({ answer: null })
    expect(await call(spends, 'refund', { charge: 'never' })).toMatchObject({
      answer: { ok: false, reason: 'no-charge' },
    })
  })

  it('[COI35] reaches no charge of another plugin', async () => {
    const { user, balance } = await aPerson(9)
    await call(spends, 'charge', { user, amount: 9, key: `mine:${user}` })
    expect(await call(`other-${mode}`, 'refund', { charge: `mine:${user}` })).toMatchObject({
      answer: { ok: false, reason: 'no-charge' },
    })
    expect(await balance()).toBe(0)
  })

  it('[COI44] charges and refunds by the till, and can pay nothing, whatever budget it had before', async () => {
    const charger = `charger-${mode}`
    await setBudget(charger, 1000)
    const { user, api, balance } = await aPerson(20)
    expect(await call(charger, 'charge', { user, amount: 15, key: `till:${user}` })).toMatchObject({
      answer: { ok: true, balance: 5 },
    })
    expect(await call(charger, 'balance', user)).toMatchObject({ answer: 5 })
    for (const method of ['earn', 'budget'])
      expect((await call(charger, method, { user, amount: 1, key: `pay:${user}` })).error).toBeTruthy()
    expect(await balance()).toBe(5)
    expect(await call(charger, 'refund', { charge: `till:${user}` })).toMatchObject({
      answer: { ok: true, balance: 20 },
    })
    const { body } = await api.get('/api/coins/statement')
    expect(body['items']).toMatchObject([
      { kind: `${charger}:plugin-refunded`, plugin: 'The charger', amount: 15 },
      { kind: `${charger}:plugin-charged`, plugin: 'The charger', amount: -15 },
      { kind: 'test:given' },
    ])
  })

  it('[COI36] moves nothing once the plugin is off, nor by a wallet that it kept', async () => {
    const leaver = `leaver-${mode}`
    await setBudget(leaver, 1000)
    const { user, balance } = await aPerson()
    expect(await call(leaver, 'earn', { user, amount: 1, key: `on:${user}` })).toMatchObject({
      answer: { ok: true },
    })
    await server.server.plugins.disable(leaver, null)
    expect(
      (await server.anonymous().post(`/api/${leaver}/wallet`, { method: 'budget', args: [] })).status,
    ).toBe(404)
    expect(await balance()).toBe(1)
    await server.server.plugins.enable(leaver, null)
    const kept = { method: 'earn', args: [{ user, amount: 1, key: `kept:${user}` }], kept: true }
    const { body } = await server.anonymous().post(`/api/${leaver}/wallet`, kept)
    // A worker has begun anew; in the process the module still holds what it found before.
    if (mode === 'process') expect(body['error']).toContain('E_DISPOSED')
  })
})

it('[COI37] tells its plugins that there is no wallet while coins are off', async () => {
  const spare = await startTestServer({ roots: rootsWith(plugins) })
  try {
    await spare.server.plugins.disable('coins', null, true)
    for (const mode of modes)
      expect(
        (await spare.anonymous().post(`/api/spender-${mode}/wallet`, { method: 'budget', args: [] })).body[
          'error'
        ],
      ).toBe('no wallet')
  } finally {
    await spare.stop()
  }
})
