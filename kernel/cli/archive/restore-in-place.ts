import type { ClientBase, Pool } from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { listTables } from '../postgres/rows/list-tables.ts'
import type { ArchiveReader } from './archive-reader.ts'
import { loadArchive } from './load-archive.ts'
import type { Place } from './restore-database.ts'
import { isMarked, MARK } from './restore-mark.ts'
import { nameOf, openTarget } from './scratch-database.ts'

async function clear(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace
     where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`,
  )
  for (const { name } of rows) await pool.query(`drop schema ${name} cascade`)
}

async function hasTables(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  return (await listTables(client).finally(() => client.release())).length > 0
}

/** Restores into an empty database, where its user may not make another one beside it. */
export async function restoreInPlace(
  reader: ArchiveReader,
  { connection, log }: Place,
  beforeCommit: (client: ClientBase) => Promise<void>,
): Promise<null> {
  const { pool, ...place } = openTarget(connection, null, log)
  try {
    if (await isMarked(pool)) await clear(pool)
    if (await hasTables(pool))
      throw new ConfigurationError(
        'The database is not empty, and its user may not create another one beside it: grant CREATEDB to the user of DATABASE_URL, or point DATABASE_URL at an empty database. Nothing was changed.',
      )
    await pool.query(`create schema ${MARK}`)
    await loadArchive({ ...place, pool, database: await nameOf(pool) }, reader, {
      async beforeCommit(client) {
        await beforeCommit(client)
        await client.query(`drop schema ${MARK}`)
      },
    })
    return null
  } finally {
    await pool.end()
  }
}
