import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database/test-database.ts'
import { ledgerMigrations, openLedger } from './testing.ts'

const database = testDatabase({ migrationSets: ledgerMigrations })
let given: ReturnType<typeof openLedger>
beforeAll(() => {
  given = openLedger(database.pool)
})

const open = (balances: readonly { user: string; key: string; amount: number }[]) =>
  given.inTransaction((tx) =>
    given.ledger.openBalances(tx, {
      scope: 'test:moved',
      kind: 'test:opening',
      note: 'Elsewhere',
      from: 'adjustments',
      balances,
    }),
  )

const adjusted = async () => {
  const { rows } = await database.pool.query<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum from coins.entry where account = (select id from coins.account where name = 'adjustments')`,
  )
  return Number(rows[0]?.sum)
}

it('[COI42] gives many accounts their coins, an entry each, out of the account of the product', async () => {
  const [ann, ben] = [await given.aPerson(), await given.aPerson(5)]
  const before = await adjusted()
  const told = given.told.length
  await open([
    { user: ann, key: ann, amount: 70 },
    { user: ben, key: ben, amount: 30 },
  ])
  expect([await given.ledger.balance(ann), await given.ledger.balance(ben)]).toEqual([70, 35])
  expect((await adjusted()) - before).toBe(-100)
  const { items } = await given.ledger.statement(ann, { limit: 10 })
  expect(items).toMatchObject([{ kind: 'test:opening', note: 'Elsewhere', amount: 70, balance: 70 }])
  expect(given.told).toHaveLength(told)
})

it('[COI42] gives nobody any where one was given before, is unknown or would have too many', async () => {
  const [ann, ben, rich] = [
    await given.aPerson(),
    await given.aPerson(),
    await given.aPerson(999_999_999_999),
  ]
  await open([{ user: ann, key: ann, amount: 70 }])
  const before = await adjusted()
  for (const refused of [
    { user: ann, key: ann, amount: 70 },
    { user: randomUUID(), key: randomUUID(), amount: 1 },
    { user: rich, key: rich, amount: 2 },
  ])
    await expect(open([{ user: ben, key: ben, amount: 30 }, refused])).rejects.toThrow()
  expect([await given.ledger.balance(ann), await given.ledger.balance(ben)]).toEqual([70, 0])
  expect(await adjusted()).toBe(before)
})
