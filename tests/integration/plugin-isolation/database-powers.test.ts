import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { runMigrations } from 'graphile-worker'
import { afterEach, expect, it } from 'vitest'
import { createPool } from '../../../kernel/server/database/pool.ts'
import { migrateKernel } from '../../../kernel/cli/kernel-tables.ts'
import {
  dropDatabaseRole,
  prepareDatabaseRole,
  type RoleDeps,
} from '../../../kernel/packages/server/context/database-role.ts'
import { emitIn } from '../../../kernel/packages/server/context/in-transaction.ts'
import { watchOverdueStatements } from '../../../kernel/packages/server/context/overdue-statements.ts'
import { openPluginDatabase } from '../../../kernel/packages/server/context/plugin-database.ts'
import { createSecrets } from '../../../kernel/cli/secrets.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

/** A database that belongs to an operator's own user, who is no superuser; `powers` are what he may do beside. */
async function openAs(powers: string) {
  const database = await createTestDatabase({ migrationSets: [] })
  const operator = `operator_${randomBytes(4).toString('hex')}`
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  await database.pool.query(`create role ${operator} login ${powers}`)
  await database.pool.query(`alter database ${name} owner to ${operator}`)
  const connection = { ...database.connection, user: operator }
  const pool = createPool(connection, log)
  undo.push(async () => {
    await pool.end()
    const admin = new Client({ ...database.connection, database: 'postgres' })
    await admin.connect()
    await database.drop()
    const owned = await admin.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname like 'sp\\_%\\_powers_plugin' and pg_has_role($1, oid, 'member')`,
      [operator],
    )
    for (const { rolname } of owned.rows) await admin.query(`drop role if exists "${rolname}"`)
    await admin.query(`drop role ${operator}`)
    await admin.end()
  })
  await migrateKernel({ pool })
  await runMigrations({ pgPool: pool })
  const secrets = createSecrets('k'.repeat(32))
  const deps: RoleDeps = { pool, connection, kind: 'external', secrets }
  const open = async () => {
    const access = await prepareDatabaseRole('powers-plugin', deps)
    const opened = openPluginDatabase(access.connection, log)
    undo.push(opened.close)
    return { access, db: opened.db }
  }
  return { pool, deps, open }
}

it('[ISO4] makes a role for a plugin as a user who may create roles and is no superuser', async () => {
  const { pool, open } = await openAs('createrole')
  await pool.query('create schema powers_plugin; create table powers_plugin.note (n integer)')
  const { access, db } = await open()
  expect(access.isolation).toBe('role')
  await db.sql`insert into note values (${1})`
  expect(await db.sql`select n, current_user::text as me from note`).toEqual([{ n: 1, me: access.role }])
  await expect(db.sql`select * from kernel.session`).rejects.toMatchObject({ code: '42501' })
  // Again, as with each start of the plugin; then its table of a later migration is its own as well.
  await pool.query('create table powers_plugin.later (n integer)')
  const again = await open()
  expect(again.access.role).toBe(access.role)
  expect(await again.db.sql`select * from later`).toEqual([])
})

it('[ISO4] ends, as such a user, a statement whose plugin has set its limit aside', async () => {
  const { pool, open } = await openAs('createrole')
  const { access, db } = await open()
  const undoWatch = watchOverdueStatements(pool, log).watch(access.role ?? '')
  const slow = db.transaction(async (tx) => {
    await tx.sql`set local statement_timeout = 0`
    await tx.sql`select pg_sleep(120)`
  })
  await expect(slow).rejects.toMatchObject({ code: '57P01' })
  undoWatch()
})

it('[ISO4] ends, as such a user, a transaction that keeps the product waiting for an advisory lock', async () => {
  const { pool, open } = await openAs('createrole')
  const { access, db } = await open()
  const undoWatch = watchOverdueStatements(pool, log).watch(access.role ?? '')
  const { promise: isHeld, resolve } = Promise.withResolvers<void>()
  // Never idle, and short of every time limit.
  const holding = db.transaction(async (tx) => {
    await tx.sql`select pg_advisory_xact_lock(4711)`
    resolve()
    for (;;) await tx.sql`select pg_sleep(0.2)`
  })
  const ended = expect(holding).rejects.toMatchObject({ code: '57P01' })
  await isHeld
  // Its own limit is half a minute.
  await pool.query('select pg_advisory_xact_lock(4711)')
  await ended
  undoWatch()
})

it('[ISO4] falls back to the product’s own rights where it may not create roles, and says so', async () => {
  const { pool, open } = await openAs('nocreaterole')
  await pool.query('create schema powers_plugin; create table powers_plugin.note (n integer)')
  const { access, db } = await open()
  expect(access).toMatchObject({ isolation: 'shared', role: null })
  await db.sql`insert into note values (${1})`
  expect(await db.sql`select n from note`).toEqual([{ n: 1 }])
  const event = { plugin: 'powers-plugin', name: 'powers-plugin:written', payload: {} }
  await db.transaction((tx) => emitIn(tx, event))
  const elsewhere = { ...event, name: 'users:created' }
  await expect(db.transaction((tx) => emitIn(tx, elsewhere))).rejects.toThrow('E_EVENT_OWNER')
})

it('[ISO4] takes the role away with the plugin’s data', async () => {
  const { pool, open } = await openAs('createrole')
  const { access } = await open()
  await dropDatabaseRole('powers-plugin', pool)
  const { rows } = await pool.query('select from pg_roles where rolname = $1', [access.role])
  expect(rows).toEqual([])
  await dropDatabaseRole('powers-plugin', pool)
  expect((await open()).access.isolation).toBe('role')
})

it('[ISO4] gives no role to a plugin whose schema would be the kernel’s or the queue’s', async () => {
  const { deps } = await openAs('createrole')
  for (const id of ['kernel', 'graphile-worker', 'information-schema', 'public'])
    await expect(prepareDatabaseRole(id, deps)).rejects.toThrow('E_ID_RESERVED')
})
