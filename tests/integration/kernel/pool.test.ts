import { expect, it } from 'vitest'
import { testDatabase } from '../../support/database/test-database.ts'
import { isDatabaseUnavailable } from '../../../kernel/server/database/error-code.ts'
import { endPool } from '../../../kernel/cli/postgres/end-pool.ts'
import { createPool } from '../../../kernel/server/database/pool.ts'

const database = testDatabase()

it('reads an int8 as a number as long as that is exact, else as a bigint', async () => {
  const { rows } = await database.pool.query(
    'select 1000000000000::int8 as coins, 9007199254740993::int8 as huge',
  )
  expect(rows).toEqual([{ coins: 1_000_000_000_000, huge: 9_007_199_254_740_993n }])
})

it('survives the death of connections, idle or in use, and opens new ones', async () => {
  const inUse = await database.pool.connect()
  await Promise.all([database.pool.query('select 1'), database.pool.query('select 1')])
  const pending = inUse.query('select pg_sleep(60)').catch((error: unknown) => error)
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(isDatabaseUnavailable(await pending)).toBe(true)
  inUse.release(true)
  await expect
    .poll(() => database.pool.query('select 1 as one').then(({ rows }) => rows))
    .toEqual([{ one: 1 }])
})

it('ends a statement that takes too long', async () => {
  const { rows } = await database.pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '30s' }])
})

it('ends though a connection never comes back, and says so', async () => {
  const said: string[] = []
  const log = { info: () => {}, warn: (text: string) => void said.push(text), error: () => {} }
  const pool = createPool(database.connection, log)
  const kept = await pool.connect()
  await endPool(pool, log, 50)
  expect(said).toEqual([expect.stringContaining('1 database connections still in use')])
  kept.release(true)
})
