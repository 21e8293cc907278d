import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

it('[COI43] names and ids of another dashboard that earlier versions wrote go with the upgrade, and nothing else changes', async () => {
  const [ann, ben] = [await given.aPerson(50), await given.aPerson()]
  await given.inTransaction((tx) =>
    given.ledger.transfer(tx, {
      scope: `gifts:${ann}`,
      key: 'a gift',
      kind: 'gifts:given',
      note: 'ann → ben',
      from: { user: ann },
      to: { user: ben },
      amount: 20,
    }),
  )
  await given.inTransaction((tx) =>
    given.ledger.earn(tx, {
      scope: 'importers:heliactyl',
      key: 'person:123456789012345678',
      kind: 'importers:opening-balance',
      note: 'Heliactyl',
      user: ben,
      from: 'adjustments',
      amount: 7,
    }),
  )
  const sql = readFileSync(join(import.meta.dirname, 'server/migrations/0005_no_names.sql'), 'utf8')
  await database.pool.query(`begin; set local search_path to coins; ${sql} commit`)
  const { rows } = await database.pool.query(
    `select kind, key like '%123456%' as named, note from coins.transfer
     where kind in ('gifts:given', 'importers:opening-balance') order by kind`,
  )
  expect(rows).toEqual([
    { kind: 'gifts:given', named: false, note: '' },
    { kind: 'importers:opening-balance', named: false, note: 'Heliactyl' },
  ])
  await expect(database.pool.query(`update coins.transfer set note = 'x'`)).rejects.toThrow('append-only')
})
