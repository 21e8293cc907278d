import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { afterCommit, openOrm } from '../../../kernel/server/database/orm.ts'
import { createPool } from '../../../kernel/server/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/create-test-database.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrationSets: [] })
})
afterAll(() => database.drop())

const openOne = () => createPool({ ...database.connection, max: 1, connectionTimeoutMillis: 2_000 }, log)

describe('transactions of the product', () => {
  it('[KRN11] give their connection back when not even BEGIN gets through', async () => {
    const pool = openOne()
    const orm = openOrm(pool)
    // A level that PostgreSQL does not know, which the type would refuse: BEGIN fails as on a lost connection.
    const unknown = { isolationLevel: 'nonsense' as 'serializable' }
    await expect(orm.transaction(async () => 'never', unknown)).rejects.toThrow()
    const rows = await orm.transaction((tx) => tx.execute(sql`select 1 as one`))
    expect(rows.rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('[KRN11] fail with what went wrong, though the connection cannot even roll back', async () => {
    const pool = openOne()
    const orm = openOrm(pool)
    const killed = orm.transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined)
      throw new Error('the coins are gone')
    })
    await expect(killed).rejects.toThrow('the coins are gone')
    await expect(orm.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined()
    await pool.end()
  })

  it('[KRN11] run what waits for their commit after it, and never after a rollback', async () => {
    const pool = openOne()
    const orm = openOrm(pool)
    const said: string[] = []
    await orm.transaction(async (tx) => {
      afterCommit(tx, () => void said.push('after'))
      said.push('within')
    })
    await orm
      .transaction(async (tx) => {
        afterCommit(tx, () => void said.push('wrong'))
        throw new Error('back')
      })
      .catch(() => undefined)
    expect(said).toEqual(['within', 'after'])
    await pool.end()
  })
})
