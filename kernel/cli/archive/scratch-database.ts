import { createHash } from 'node:crypto'
import { Client, type ClientBase, type PoolConfig } from 'pg'
import { findErrorCode } from '../../server/database/error-code.ts'
import type { DatabaseLog } from '../../server/database/open-database.ts'
import { createPool } from '../../server/database/pool.ts'

type Queryable = Pick<ClientBase, 'query'>

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The same server and login, another database. */
export function connectionTo(connection: PoolConfig, database: string): PoolConfig {
  const { connectionString, ...rest } = connection
  if (connectionString === undefined) return { ...rest, database }
  const url = new URL(connectionString)
  url.pathname = `/${encodeURIComponent(database)}`
  return { ...rest, connectionString: url.href }
}

export async function nameOf(pool: Queryable): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  return rows[0]?.name ?? ''
}

/** Names are cut at 63 bytes: a mark keeps those of two databases apart. */
export const nameBeside = (database: string, purpose: string): string =>
  `${database.slice(0, 30)}_${createHash('sha256').update(database).digest('hex').slice(0, 8)}_${purpose}`

export async function canCreateDatabases(pool: Queryable): Promise<boolean> {
  const { rows } = await pool.query<{ can: boolean }>(
    'select rolsuper or rolcreatedb as can from pg_roles where rolname = current_user',
  )
  return rows[0]?.can === true
}

const NOT_PERMITTED = '42501'

/** Drops a database, or says nothing where there is none. */
export async function dropDatabase(client: Queryable, name: string): Promise<void> {
  try {
    await client.query(`drop database if exists ${quote(name)} with (force)`)
  } catch (error) {
    if (findErrorCode(error) !== NOT_PERMITTED) throw error
    // Only a superuser ends autovacuum by force. Without force PostgreSQL cancels it, and waits up to five seconds for others.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [name],
    )
    await client.query(`drop database if exists ${quote(name)}`)
  }
}

/** Makes an empty database with the encoding and locale of the product's own; what bears the name is dropped. */
export async function createDatabase(pool: Queryable, name: string): Promise<void> {
  const { rows } = await pool.query<{ collation: string; type: string }>(
    'select datcollate as collation, datctype as type from pg_database where datname = current_database()',
  )
  const literal = (text = 'C') => `'${text.replaceAll("'", "''")}'`
  await dropDatabase(pool, name)
  await pool.query(
    `create database ${quote(name)} template template0 encoding 'UTF8'
     lc_collate ${literal(rows[0]?.collation)} lc_ctype ${literal(rows[0]?.type)}`,
  )
}

/** Both names change at once: whatever happens, the product finds the old database or the new one. */
export async function exchangeDatabases(
  client: Queryable,
  { name, draft, kept }: { readonly name: string; readonly draft: string; readonly kept: string },
): Promise<void> {
  await client.query('begin')
  await client.query(`alter database ${quote(name)} rename to ${quote(kept)}`)
  await client.query(`alter database ${quote(draft)} rename to ${quote(name)}`)
  await client.query('commit')
}

/** Opens a database for work that may take as long as it takes; the one of the connection itself where none is named. */
export function openTarget<N extends string | null>(connection: PoolConfig, database: N, log: DatabaseLog) {
  const there = database === null ? connection : connectionTo(connection, database)
  const patience = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  return { pool: createPool({ ...there, ...patience, max: 4 }, log), connection: there, database }
}

/** One process at a time works with the scratch database of a product. */
export async function whileLocked<T>(
  connection: PoolConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, statement_timeout: 0 })
  client.on('error', () => undefined) // the lock is gone with the connection, and the work fails by itself
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7305113203)')
    return await work(client)
  } finally {
    await client.end()
  }
}
