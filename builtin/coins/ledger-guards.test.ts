import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkHealth, reckon } from './server/reckon.ts'
import { restoreAccount } from './server/reckoning-queries.ts'
import { testDatabase } from '../../tests/support/database/test-database.ts'
import { createRecordedAudit } from '../../tests/support/plugins/recorded-audit.ts'
import { ledgerMigrations, openLedger } from './testing.ts'

const database = testDatabase({ migrationSets: ledgerMigrations })
let given: ReturnType<typeof openLedger>
beforeAll(() => {
  given = openLedger(database.pool)
})

const refusing = (text: string, values: unknown[] = []) => expect(database.pool.query(text, values)).rejects

const post = (accounts: string[], amounts: number[]) =>
  refusing('select * from coins.post($1, $2, $3, $4, $5, $6, $7)', [
    'test',
    randomUUID(),
    'test:gift',
    '',
    '',
    accounts,
    amounts,
  ])

describe('what the database itself refuses', () => {
  it.each([
    'update coins.entry set amount = 1',
    'delete from coins.entry',
    'truncate coins.entry',
    'update coins.transfer set note = $$changed$$',
    'delete from coins.transfer',
    'truncate coins.transfer cascade',
  ])('[COI8] %s', async (statement) => {
    await given.aPerson(5)
    await refusing(statement).toThrow('append-only')
  })

  it('[COI9] a balance that no entry moves', async () => {
    const ann = await given.aPerson(5)
    await refusing('update coins.account set balance = 500 where id = $1', [ann]).toThrow(
      'only with an entry',
    )
    const ben = await given.aPerson()
    const opening = `insert into coins.account (id, kind, owner, balance) values ($1, 'user', $1, 5)`
    await refusing(opening, [ben]).toThrow('begins with no coins')
  })

  it('[COI9] entries that do not add up to zero', async () => {
    const ann = await given.aPerson(5)
    const transfer = `insert into coins.transfer (kind, scope, key, request_hash, note, reply)
      values ('test:forged', 'test', '${randomUUID()}', '', '', '{}')`
    await refusing(transfer).toThrow('does not balance')
    await refusing(
      `with t as (${transfer} returning id) insert into coins.entry (transfer, account, amount) select id, '${ann}', 5 from t`,
    ).toThrow('does not balance')
    await refusing(
      `insert into coins.entry (transfer, account, amount)
       select min(id), '00000000-0000-4000-8000-000000000003', 5 from coins.transfer`,
    ).toThrow('does not balance')
    expect(await given.ledger.balance(ann)).toBe(5)
  })

  it('[COI9] lines that are none', async () => {
    const [ann, ben] = [await given.aPerson(5), await given.aPerson()]
    await post([ann, ben], [-1, 2]).toThrow('add up to zero')
    await post([ann, ben], [0, 0]).toThrow('add up to zero')
    await post([ann, ann], [-1, 1]).toThrow('add up to zero')
    await post([ann], [0]).toThrow('add up to zero')
  })

  it('[COI9] a negative balance, even by a direct entry', async () => {
    const ann = await given.aPerson(5)
    await refusing(
      `insert into coins.entry (transfer, account, amount) select min(id), '${ann}', -6 from coins.transfer`,
    ).toThrow('account_balance')
  })
})

describe('the nightly reckoning', () => {
  it('[COI10] finds a balance that was changed by hand, freezes it and says so until it is restored', async () => {
    const [ann, ben] = [await given.aPerson(50), await given.aPerson(1)]
    const { audit, entries } = createRecordedAudit()
    const uses = { db: { orm: given.orm } as never, audit, log: { error: () => {} } as never }
    await reckon(uses)
    expect(await checkHealth(uses)).toMatchObject({ status: 'healthy' })

    await database.pool.query('alter table coins.account disable trigger account_balance_guarded')
    await database.pool.query('update coins.account set balance = 5000 where id = $1', [ann])
    await database.pool.query('alter table coins.account enable trigger account_balance_guarded')
    await reckon(uses)
    await reckon(uses)

    expect(await checkHealth(uses)).toMatchObject({ status: 'unhealthy' })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ action: 'coins:drift_found', target: ann })
    const spend = (from: string, to: string) =>
      given.inTransaction((tx) =>
        given.ledger.transfer(tx, {
          scope: 't',
          key: randomUUID(),
          kind: 'test:gift',
          from: { user: from },
          to: { user: to },
          amount: 1,
        }),
      )
    expect(await spend(ann, ben)).toEqual({ outcome: 'frozen', user: ann })
    expect(await spend(ben, ann)).toMatchObject({ outcome: 'posted' })

    expect(await given.inTransaction((tx) => restoreAccount(tx, ann))).toEqual({ before: 5001, after: 51 })
    expect(await spend(ann, ben)).toMatchObject({ outcome: 'posted' })
    await reckon(uses)
    expect(await checkHealth(uses)).toMatchObject({ status: 'healthy' })
  })
})
