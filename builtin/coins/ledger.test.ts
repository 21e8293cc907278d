import type { Posting } from '@spawnpoint/contracts/coins'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database/test-database.ts'
import { ledgerMigrations, openLedger } from './testing.ts'

const database = testDatabase({ migrationSets: ledgerMigrations })
let given: ReturnType<typeof openLedger>
beforeAll(() => {
  given = openLedger(database.pool)
})

const gift = (from: string, to: string, amount: number, key: string = randomUUID()): Promise<Posting> =>
  given.inTransaction((tx) =>
    given.ledger.transfer(tx, {
      scope: `test.gift:${from}`,
      key,
      kind: 'test:gift',
      from: { user: from },
      to: { user: to },
      amount,
    }),
  )

const sumOfEntries = async () => {
  const { rows } = await database.pool.query<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from coins.entry',
  )
  return rows[0]?.sum
}

const transfersWith = async (key: string) => {
  const { rows } = await database.pool.query('select id from coins.transfer where key = $1', [key])
  return rows.length
}

describe('the ledger', () => {
  it('[COI1] moves coins between accounts and tells who took part', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson()]
    const posting = await gift(ann, ben, 20)
    expect(posting).toMatchObject({ outcome: 'posted', balances: { [ann]: 30, [ben]: 20 } })
    expect(await given.ledger.balance(ann)).toBe(30)
    expect(await given.ledger.balance(ben)).toBe(20)
    expect(given.changed.slice(-2).sort()).toEqual([ann, ben].sort())
    expect(given.told.at(-1)).toMatchObject({ kind: 'test:gift', balances: { [ann]: 30, [ben]: 20 } })
    expect(await sumOfEntries()).toBe(0)
  })

  it('[COI1] splits a payment over more than two accounts', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson()]
    await given.inTransaction((tx) =>
      given.ledger.post(tx, {
        scope: 'test',
        key: randomUUID(),
        kind: 'test:gift',
        lines: [
          { account: { user: ann }, amount: -22 },
          { account: { user: ben }, amount: 20 },
          { account: { system: 'fees' }, amount: 2 },
        ],
      }),
    )
    expect(await given.ledger.balance(ann)).toBe(28)
    expect(await given.ledger.balance(ben)).toBe(20)
  })

  it('[COI2] answers the same key with what it answered first, and moves nothing', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson()]
    const key = randomUUID()
    const first = await gift(ann, ben, 20, key)
    await gift(ann, ben, 5)
    const again = await gift(ann, ben, 20, key)
    expect(again).toEqual({ ...first, outcome: 'repeated' })
    expect(await given.ledger.balance(ann)).toBe(25)
  })

  it('[COI2] moves once when a hundred calls with one key arrive together', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson()]
    const key = randomUUID()
    const postings = await Promise.all(Array.from({ length: 100 }, () => gift(ann, ben, 20, key)))
    expect(postings.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1)
    expect(postings.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(99)
    expect(await given.ledger.balance(ben)).toBe(20)
    expect(await transfersWith(key)).toBe(1)
  })

  it('[COI3] refuses a key that comes back with something else', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson()]
    const key = randomUUID()
    await gift(ann, ben, 20, key)
    expect(await gift(ann, ben, 21, key)).toEqual({ outcome: 'key-reused' })
    expect(await given.ledger.balance(ann)).toBe(30)
  })

  it('[COI3] keeps the keys of two people apart', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson(50)]
    const key = randomUUID()
    await gift(ann, ben, 20, key)
    expect(await gift(ben, ann, 5, key)).toMatchObject({ outcome: 'posted' })
  })

  it('[COI4] lets one of a hundred through when the balance covers one', async () => {
    const [ann, ben] = [await given.aPerson(20), await given.aPerson()]
    const postings = await Promise.all(Array.from({ length: 100 }, () => gift(ann, ben, 20)))
    expect(postings.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1)
    expect(postings).toContainEqual({ outcome: 'insufficient', user: ann, available: 0 })
    expect(await given.ledger.balance(ann)).toBe(0)
  })

  it('[COI4] refuses strangers and balances past the bound', async () => {
    const [ann, nobody] = [await given.aPerson(1), randomUUID()]
    expect(await gift(ann, nobody, 1)).toEqual({ outcome: 'unknown', user: nobody })
    const rich = await given.aPerson(1_000_000_000_000)
    expect(await gift(ann, rich, 1)).toEqual({ outcome: 'full', user: rich })
  })

  it('[COI5] belongs to the transaction of its caller', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson()]
    const key = randomUUID()
    const failed = given.inTransaction(async (tx) => {
      await given.ledger.transfer(tx, {
        scope: 's',
        key,
        kind: 'test:gift',
        from: { user: ann },
        to: { user: ben },
        amount: 20,
      })
      throw new Error('the effect failed')
    })
    await expect(failed).rejects.toThrow('the effect failed')
    expect(await given.ledger.balance(ann)).toBe(50)
    expect(await transfersWith(key)).toBe(0)
  })

  it('[COI6] waits in one order, so that crossing transfers never block each other', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => given.aPerson(1000)))
    const crossing = people.flatMap((from) =>
      people.filter((to) => to !== from).map((to) => [from, to] as const),
    )
    const rounds = Array.from({ length: 10 }, () => crossing).flat()
    const postings = await Promise.all(rounds.map(([from, to]) => gift(from, to, 1)))
    expect(new Set(postings.map(({ outcome }) => outcome))).toEqual(new Set(['posted']))
    for (const person of people) expect(await given.ledger.balance(person)).toBe(1000)
  })

  it('[COI7] reads back as a statement, newest first, page by page', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson()]
    for (const amount of [1, 2, 3]) await gift(ann, ben, amount)
    const first = await given.ledger.statement(ann, { limit: 2 })
    expect(first.items.map(({ amount, balance }) => [amount, balance])).toEqual([
      [-3, 44],
      [-2, 47],
    ])
    const rest = await given.ledger.statement(ann, { limit: 2, cursor: first.next ?? '' })
    expect(rest.items.map(({ amount }) => amount)).toEqual([-1, 50])
    expect(rest.next).toBeNull()
  })
})
