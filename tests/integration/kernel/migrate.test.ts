import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database/create-test-database.ts'
import { migrate } from '../../../kernel/server/database/migrate.ts'
import { schemaNameOf } from '../../../sdk/package/schema-name.ts'
import { createPool } from '../../../kernel/server/database/pool.ts'

let database: TestDatabase
let folder: string
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

beforeEach(async () => {
  database = await createTestDatabase({ migrationSets: [] })
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const run = (id = 'coins', from = folder) =>
  migrate({ pool: database.pool, sets: [{ id, folder: from }] }).then(([result]) => result)
const count = async (sql: string) =>
  (await database.pool.query(`select count(*) as n from ${sql}`)).rows[0]?.n

describe('migrate', () => {
  it('[KRN38] applies new files once, in order, in the schema of the plugin', async () => {
    write('0001_more.sql', 'alter table account add balance bigint not null default 0')
    write(
      '0000_first.sql',
      'create table coins.account (id int);--> statement-breakpoint\ninsert into account values (1)',
    )
    expect(await run()).toEqual({ id: 'coins', applied: ['0000_first.sql', '0001_more.sql'], error: null })
    expect(await run()).toEqual({ id: 'coins', applied: [], error: null })
    expect(await count('coins.account where balance = 0')).toBe(1)
    expect(await count(`kernel.migrations where plugin = 'coins' and length(checksum) = 64`)).toBe(2)
  })

  it('waits for nobody where nothing is to be applied', async () => {
    write('0000_first.sql', 'create table account (id int)')
    await run()
    const other = await database.pool.connect()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(7305113201)') // as a process that migrates keeps others out
    expect(await run()).toEqual({ id: 'coins', applied: [], error: null })
    await other.query('rollback')
    other.release()
  })

  it('names the schema after the plugin', async () => {
    write('0000_first.sql', 'create table note (id int)')
    expect((await run('acme.dark-mode'))?.error).toBeNull()
    expect(schemaNameOf('acme.dark-mode')).toBe('acme__dark_mode')
    expect(await count('acme__dark_mode.note')).toBe(0)
  })

  it('[KRN38] refuses a file that was changed after it had been applied', async () => {
    write('0000_first.sql', 'create table account (id int)')
    await run()
    write('0000_first.sql', 'create table account (id bigint)')
    expect((await run())?.error?.message).toBe(
      'The migration 0000_first.sql of coins was changed after it had been applied.',
    )
  })

  it('takes other line endings for the same file', async () => {
    write('0000_first.sql', 'create table account (\n id int)')
    await run()
    write('0000_first.sql', 'create table account (\r\n id int)')
    expect((await run())?.error).toBeNull()
  })

  it('[KRN38] refuses a database of a newer version, and a file that comes too late', async () => {
    write('0001_second.sql', 'create table account (id int)')
    await run()
    write('0000_late.sql', 'create table late (id int)')
    expect((await run())?.error?.message).toContain('0000_late.sql')
    rmSync(join(folder, '0001_second.sql'))
    expect((await run())?.error?.message).toMatch(/newer version of coins .*0001_second\.sql/)
  })

  it('[KRN38] undoes a failing file, keeps those before it, and leaves the other plugins alone', async () => {
    write('0000_good.sql', 'create table good (id int)')
    write('0001_bad.sql', 'create table half (id int);--> statement-breakpoint\nselect nonsense()')
    const other = mkdtempSync(join(folder, 'other-'))
    writeFileSync(join(other, '0000_fine.sql'), 'create table fine (id int)')
    const sets = [
      { id: 'coins', folder },
      { id: 'store', folder: other },
      { id: 'lost', folder: `${other}/no` },
    ]
    const [coins, store, lost] = await migrate({ pool: database.pool, sets })
    expect(coins?.applied).toEqual(['0000_good.sql'])
    expect(coins?.error?.message).toMatch(/0001_bad\.sql of coins failed at line 2, .*nonsense/)
    expect(store).toEqual({ id: 'store', applied: ['0000_fine.sql'], error: null })
    expect(lost?.error?.message).toContain('does not exist')
    expect(await count(`information_schema.tables where table_name = 'half'`)).toBe(0)
  })

  it('[KRN38] lets processes that migrate at once apply each file once', async () => {
    for (let i = 0; i < 5; i += 1) write(`000${i}_step.sql`, `create table step_${i} (id int)`)
    const pools = Array.from({ length: 6 }, () => createPool(database.connection, quiet))
    const results = await Promise.all(pools.map((pool) => migrate({ pool, sets: [{ id: 'coins', folder }] })))
    await Promise.all(pools.map((pool) => pool.end()))
    expect(results.flat().flatMap(({ applied }) => applied)).toHaveLength(5)
    expect(results.flat().every(({ error }) => error === null)).toBe(true)
  })
})
