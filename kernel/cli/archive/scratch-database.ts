import { createHash } from 'node:crypto'
import { Client, type Pool, type PoolConfig } from 'pg'
import type { DatabaseLog } from '../../server/database/open-database.ts'
import { createPool } from '../../server/database/pool.ts'
import type { Target } from './load-archive.ts'

/** The same server and login, another database. */
export function connectionTo(connection: PoolConfig, database: string): PoolConfig {
  const { connectionString, ...rest } = connection
  if (connectionString === undefined) return { ...rest, database }
  const url = new URL(connectionString)
  url.pathname = `/${encodeURIComponent(database)}`
  return { ...rest, connectionString: url.href }
}

export async function nameOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  return rows[0]?.name ?? ''
}

/** Names are cut at 63 bytes: a mark keeps those of two databases apart. */
export const nameBeside = (database: string, purpose: string): string =>
  `${database.slice(0, 30)}_${createHash('sha256').update(database).digest('hex').slice(0, 8)}_${purpose}`

export async function canCreateDatabases(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ can: boolean }>(
    'select rolsuper or rolcreatedb as can from pg_roles where rolname = current_user',
  )
  return rows[0]?.can === true
}

/** Drops a database, or says nothing where there is none. */
export const dropDatabase = (client: Client | Pool, name: string): Promise<unknown> =>
  client.query(`drop database if exists "${name.replaceAll('"', '""')}" with (force)`)

/** Makes an empty database with the encoding and locale of the product's own; what bears the name is dropped. */
export async function createDatabase(pool: Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ collation: string; type: string }>(
    'select datcollate as collation, datctype as type from pg_database where datname = current_database()',
  )
  const quote = (text = 'C') => `'${text.replaceAll("'", "''")}'`
  await dropDatabase(pool, name)
  await pool.query(
    `create database "${name.replaceAll('"', '""')}" template template0 encoding 'UTF8'
     lc_collate ${quote(rows[0]?.collation)} lc_ctype ${quote(rows[0]?.type)}`,
  )
}

/** Opens a database for work that may take as long as it takes. */
export function openTarget(connection: PoolConfig, database: string, log: DatabaseLog): Target {
  const there = connectionTo(connection, database)
  const patience = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  return { pool: createPool({ ...there, ...patience, max: 4 }, log), connection: there, database }
}

/** One process at a time works with the scratch database of a product. */
export async function whileLocked<T>(connection: PoolConfig, work: () => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, statement_timeout: 0 })
  client.on('error', () => undefined) // the lock is gone with the connection, and the work fails by itself
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7305113203)')
    return await work()
  } finally {
    await client.end()
  }
}
