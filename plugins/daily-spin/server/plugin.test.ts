import { userCreated } from '@spawnpoint/contracts/users'
import { startProduct, type TestProduct } from '@spawnpoint/sdk/testing/server'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listSpins, readWheel, spinWheel, spun } from '../contract/index.ts'

/** Wins five coins on every spin, so that a test can say what the ledger holds. */
const always = { miss_odds: 0, small_odds: 1, small_coins: 5, medium_odds: 0, jackpot_odds: 0, price: 10 }
const folder = join(import.meta.dirname, '..')
/** A checkout of Spawnpoint: the one that this example is part of. */
const checkout = process.env['SPAWNPOINT_DIR'] ?? join(folder, '../..')
const DAY_MS = 86_400_000

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ folder, product: checkout })
})
afterAll(() => product?.stop())

const configure = (values: Readonly<Record<string, unknown>> = {}) =>
  product.configure({ ...always, ...values })
const setBudget = (perDay: number) => product.setCoinsPerDay(perDay)
beforeEach(async () => {
  await configure()
  await setBudget(1_000_000)
})

const run = (job: string) => product.runJob(job)
const rows = <Row extends object>(text: string, ...values: unknown[]) => product.rows<Row>(text, values)

async function aCustomer(coins = 0) {
  const person = await product.signIn({ coins })
  // The bonus of a new customer has a test of its own.
  await rows(
    `insert into daily_spin.player (person) values ($1) on conflict (person) do update set bonus = 0`,
    person.id,
  )
  return {
    id: person.id,
    send: person.send,
    wheel: () => person.call(readWheel),
    balance: () => product.coinsOf(person),
    spin: async (price: number, requestKey: string = randomUUID()) =>
      (await person.send('POST', spinWheel.path, { requestKey, price })).body,
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
    await product.passTime(DAY_MS)
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
    const told = await product.hear(spun)
    const ada = await aCustomer(10)
    const key = randomUUID()
    await ada.spin(10, key)
    await ada.spin(10, key)
    const ofAda = async () => (await told()).filter(({ user }) => user === ada.id)
    await expect.poll(ofAda).toMatchObject([{ price: 10, coins: 5, prize: 'small' }])
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
    expect(await ada.balance()).toBe(5)
    expect(await ada.states()).toEqual([{ state: 'paid' }])
    await rows(`update daily_spin.spin set state = 'owed' where person = $1`, ada.id)
    await run('settle')
    expect(await ada.states()).toEqual([{ state: 'paid' }])
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
    expect(await ada.states()).toEqual([])
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
    expect(await other.states()).toEqual([{ state: 'paid' }])
    expect(await ada.states()).toEqual([{ state: 'charging' }])
  })
})

it('[SPI7] gives a new customer one more free spin, however often the event arrives', async () => {
  const ada = await aCustomer()
  await rows('delete from daily_spin.player where person = $1', ada.id)
  for (let turn = 0; turn < 2; turn += 1) await product.emit(userCreated, { id: ada.id })
  const bonus = 'select bonus from daily_spin.player where person = $1'
  await expect.poll(() => rows(bonus, ada.id)).toEqual([{ bonus: 1 }])
  expect([await ada.spin(0), await ada.spin(0)]).toMatchObject([{ coins: 5 }, { coins: 5 }])
  expect(await ada.spin(0)).toMatchObject(refused('DAILY_SPIN_NONE_LEFT'))
})

it('[SPI9] lists spins for staff with the permission, with name, sums and budget', async () => {
  const ada = await aCustomer()
  expect((await ada.send('GET', listSpins.path)).status).toBe(403)
  await ada.spin(0)
  const staff = await product.signIn({ permissions: ['admin.root'] })
  const list = await staff.call(listSpins)
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
  const free = async () =>
    (await ada.send('GET', '/api/user/session')).body['stats'] as Record<string, unknown>
  expect((await free())['daily-spin.free']).toBe(true)
  await ada.spin(0)
  expect((await free())['daily-spin.free']).toBe(false)
})

it('[SPI11] forgets paid spins that are older than the settings say', async () => {
  const ada = await aCustomer()
  await ada.spin(0)
  await rows(`update daily_spin.spin set at = now() - interval '91 days' where person = $1`, ada.id)
  await run('sweep')
  expect(await ada.states()).toEqual([])
})
