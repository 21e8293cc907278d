import { Ledger } from '@spawnpoint/contracts/coins'
import { userCreated } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildForTest, type BuiltPlugin } from '../../../sdk/testing/plugin-server/build-for-test.ts'
import { rootsWith } from '../../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../../tests/support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server/start-test-server.ts'
import { listSpins, readWheel, spinWheel, spun } from '../contract/index.ts'

const id = 'daily-spin'
/** Wins five coins on every spin, so that a test can say what the ledger holds. */
const always = { miss_odds: 0, small_odds: 1, small_coins: 5, medium_odds: 0, jackpot_odds: 0, price: 10 }
const plugins = createPluginsFolder()
let built: BuiltPlugin
let server: TestServer

beforeAll(async () => {
  built = buildForTest(join(import.meta.dirname, '..'))
  cpSync(built.dist, join(plugins.folder, id, 'dist'), { recursive: true })
  server = await startTestServer({ roots: rootsWith(plugins) })
  // Only an event that somebody listens to is stored.
  core().events.register({ plugin: 'test', event: spun, handle: async () => {} })
  await server.server.plugins.enable(id, null)
})
afterAll(async () => {
  await server.stop()
  built.remove()
  plugins.remove()
})

const configure = (values: Readonly<Record<string, unknown>> = {}) =>
  server.server.plugins.writeConfig(id, { ...always, ...values }, null)
const setBudget = (perDay: number) =>
  server.pool.query(
    `insert into coins.plugin_wallet (plugin, name, earn_per_day) values ($1, $1, $2)
     on conflict (plugin) do update set earn_per_day = excluded.earn_per_day`,
    [id, perDay],
  )
beforeEach(async () => {
  await configure()
  await setBudget(1_000_000)
})

const core = () => server.server.core
const run = (job: string) => core().runner.forPlugin(id).add(job, {})
const rows = async <Row>(text: string, ...values: unknown[]) =>
  (await server.pool.query(text, values)).rows as Row[]

async function aCustomer(coins = 0) {
  const { person, api } = await server.signIn()
  // The bonus of a new customer has a test of its own.
  await rows(
    `insert into daily_spin.player (person) values ($1) on conflict (person) do update set bonus = 0`,
    person.id,
  )
  const ledger = core().services.find(Ledger)
  if (!ledger) throw new Error('coins are off')
  if (coins > 0)
    await core().orm.transaction((tx) =>
      ledger.earn(tx, {
        scope: 'test',
        key: person.id,
        kind: 'test:given',
        user: person.id,
        from: 'earnings',
        amount: coins,
      }),
    )
  const wheel = async () => readWheel.reply.parse((await api.get(readWheel.path)).body)
  return {
    id: person.id,
    api,
    wheel,
    balance: async () => (await wheel()).balance,
    spin: async (price: number, requestKey: string = randomUUID()) =>
      (await api.post(spinWheel.path, { requestKey, price })).body as Record<string, unknown>,
    states: () =>
      rows<{ state: string }>('select state from daily_spin.spin where person = $1 order by at', person.id),
  }
}
const refused = (code: string) => ({ success: false, error_code: code })

describe('a spin', () => {
  it('[SPI1] is free once a day and costs coins afterwards', async () => {
    const ada = await aCustomer(10)
    expect(await ada.spin(0)).toMatchObject({ prize: 'small', coins: 5, isPaid: true })
    expect(await ada.balance()).toBe(15)
    expect(await ada.spin(0)).toMatchObject(refused('DAILY_SPIN_NONE_LEFT'))
    expect(await ada.spin(10)).toMatchObject({ coins: 5, isPaid: true })
    expect(await ada.wheel()).toMatchObject({ balance: 10, hasFreeSpin: false, paidSpinsLeft: 4 })
    await rows('update daily_spin.spin set day = day - 1 where person = $1', ada.id)
    expect(await ada.wheel()).toMatchObject({ hasFreeSpin: true, paidSpinsLeft: 5 })
    expect(await ada.spin(0)).toMatchObject({ coins: 5 })
  })

  it('[SPI3] is one spin however often and at once its request arrives', async () => {
    const ada = await aCustomer(10)
    for (const price of [0, 10]) {
      const key = randomUUID()
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ada.spin(price, key)))
      expect(new Set(answers.map((answer) => answer['id'])).size).toBe(1)
    }
    expect(await ada.states()).toHaveLength(2)
    expect(await ada.balance()).toBe(10 + 5 - 10 + 5)
  })

  it('[SPI1] is not won twice by different requests at once', async () => {
    const ada = await aCustomer(100)
    await configure({ paid_per_day: 2 })
    await Promise.all([0, 0, 0, 0].map((price) => ada.spin(price)))
    await Promise.all([10, 10, 10, 10].map((price) => ada.spin(price)))
    expect(await ada.states()).toHaveLength(3)
    expect(await ada.balance()).toBe(100 + 5 - 10 + 5 - 10 + 5)
  })

  it('[SPI4] costs what the customer agreed to, and nothing without the coins', async () => {
    const ada = await aCustomer(9)
    await ada.spin(0)
    await configure({ price: 20 })
    expect(await ada.spin(10)).toMatchObject(refused('DAILY_SPIN_PRICE_CHANGED'))
    expect(await ada.spin(20)).toMatchObject(refused('DAILY_SPIN_TOO_EXPENSIVE'))
    expect(await ada.states()).toEqual([{ state: 'paid' }])
    expect(await ada.wheel()).toMatchObject({ balance: 14, paidSpinsLeft: 5 })
  })

  it('[SPI8] is told to other plugins once', async () => {
    const ada = await aCustomer(10)
    const key = randomUUID()
    await ada.spin(10, key)
    await ada.spin(10, key)
    const told = `select payload from kernel.outbox where name = 'daily-spin:spun' and payload->>'user' = $1`
    expect(await rows(told, ada.id)).toMatchObject([{ payload: { price: 10, coins: 5, prize: 'small' } }])
  })
})

describe('what the wallet refuses', () => {
  it('[SPI5] keeps a prize beyond the budget and pays it later, once', async () => {
    await setBudget(0)
    const ada = await aCustomer()
    expect(await ada.spin(0)).toMatchObject({ coins: 5, isPaid: false })
    expect(await ada.wheel()).toMatchObject({ balance: 0, owed: 5 })
    await setBudget(1_000_000)
    await run('settle')
    await expect.poll(ada.balance).toBe(5)
    await expect.poll(ada.states).toEqual([{ state: 'paid' }])
    await rows(`update daily_spin.spin set state = 'owed' where person = $1`, ada.id)
    await run('settle')
    await expect.poll(ada.states).toEqual([{ state: 'paid' }])
    expect(await ada.balance()).toBe(5)
  })

  it('[SPI6] gives the coins back of a spin whose request ended too early', async () => {
    const ada = await aCustomer(10)
    const key = randomUUID()
    await ada.spin(10, key)
    // The process died between the charge and the row that says so.
    await rows(
      `update daily_spin.spin set state = 'charging', at = now() - interval '6 minutes' where person = $1`,
      ada.id,
    )
    await run('settle')
    await expect.poll(ada.states).toEqual([])
    expect(await ada.balance()).toBe(15)
  })

  it('[SPI6] leaves a spin alone whose request may still be on its way', async () => {
    const ada = await aCustomer(10)
    await ada.spin(10)
    await rows(`update daily_spin.spin set state = 'charging' where person = $1`, ada.id)
    const other = await aCustomer()
    await setBudget(0)
    await other.spin(0)
    await setBudget(1_000_000)
    await run('settle')
    await expect.poll(other.states).toEqual([{ state: 'paid' }])
    expect(await ada.states()).toEqual([{ state: 'charging' }])
  })
})

it('[SPI7] gives a new customer one more free spin, however often the event arrives', async () => {
  const ada = await aCustomer()
  await rows('delete from daily_spin.player where person = $1', ada.id)
  for (let turn = 0; turn < 2; turn += 1)
    await core().orm.transaction((tx) => core().events.emit(tx, userCreated, { id: ada.id }))
  const bonus = 'select bonus from daily_spin.player where person = $1'
  await expect.poll(() => rows(bonus, ada.id)).toEqual([{ bonus: 1 }])
  expect([await ada.spin(0), await ada.spin(0)]).toMatchObject([{ coins: 5 }, { coins: 5 }])
  expect(await ada.spin(0)).toMatchObject(refused('DAILY_SPIN_NONE_LEFT'))
})

it('[SPI9] lists spins for staff with the permission, with name, sums and budget', async () => {
  const ada = await aCustomer()
  expect((await ada.api.get(listSpins.path)).status).toBe(403)
  await ada.spin(0)
  const staff = await server.signIn({ role: 'Administrator' })
  const list = listSpins.reply.parse((await staff.api.get(listSpins.path)).body)
  expect(list.spins[0]).toMatchObject({
    person: ada.id,
    username: expect.any(String),
    coins: 5,
    isPaid: true,
  })
  expect(list.budget).toMatchObject({ perDay: 1_000_000 })
  expect(list.today.spins).toBeGreaterThan(0)
})

it('[SPI10] says in the session whether a free spin is left', async () => {
  const ada = await aCustomer()
  const free = async () => (await ada.api.get('/api/user/session')).body['stats'] as Record<string, unknown>
  expect((await free())['daily-spin.free']).toBe(true)
  await ada.spin(0)
  expect((await free())['daily-spin.free']).toBe(false)
})

it('[SPI11] forgets paid spins that are older than the settings say', async () => {
  const ada = await aCustomer()
  await ada.spin(0)
  await rows(`update daily_spin.spin set at = now() - interval '91 days' where person = $1`, ada.id)
  await run('sweep')
  await expect.poll(ada.states).toEqual([])
})
