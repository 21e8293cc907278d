import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { openMigrationSession } from '../../../packages/server/context/migration-session.ts'
import { ConfigurationError } from '../../../server/configuration-error.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { readMigrations } from '../../../server/database/migration-files.ts'
import type { KnownMigrations } from './list-migrations.ts'
import { listTables, type Table } from './list-tables.ts'

interface Applied {
  readonly plugin: string
  readonly name: string
  readonly checksum: string
}

const readApplied = async (pool: pg.Pool): Promise<readonly Applied[]> =>
  (
    await pool.query<Applied>(
      'select plugin, name, checksum from kernel.migrations order by applied_at, name',
    )
  ).rows

const silent = new Logger(() => () => undefined)

const refuse = (what: string): never => {
  throw new ConfigurationError(
    `The database cannot be upgraded by this version: ${what}. Nothing was changed; go back to the version before and upgrade from there, or dump the database and load it by hand.`,
  )
}

const shapeOf = ({ columns }: Table) => columns.map(({ name, type }) => `${name} ${type}`).join(', ')

const withClient = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  return work(client).finally(() => client.release())
}

async function compare(from: pg.Pool, to: pg.Pool): Promise<void> {
  const made = new Map((await withClient(to, listTables)).map((table) => [table.name, table]))
  for (const table of await withClient(from, listTables)) {
    const other = made.get(table.name)
    if (!other) refuse(`nothing here makes its table ${table.name}`)
    else if (shapeOf(other) !== shapeOf(table)) refuse(`its table ${table.name} has other columns than here`)
  }
}

const isThere = (files: readonly Applied[], { name, checksum }: Applied) =>
  files.some((file) => file.name === name && file.checksum === checksum)

/** Picks the version of a plugin whose migrations include all that the old database has applied. */
async function chooseSet(
  id: string,
  applied: readonly Applied[],
  sets: readonly KnownMigrations[],
): Promise<KnownMigrations> {
  const own = sets.filter((set) => set.id === id)
  if (own.length === 0) refuse(`${id} is not installed`)
  for (const set of own) {
    const files = (await readMigrations(set)).map((file) => ({ ...file, plugin: id }))
    const had = applied.filter(({ plugin }) => plugin === id)
    if (had.every((each) => isThere(files, each))) return { ...set, only: had.map(({ name }) => name) }
  }
  return refuse(`the migrations of ${id} are not those that it has had`)
}

/**
 * Makes the tables of the old database in the new one, by the migrations that the old one has had, and no others:
 * later ones may change rows and run when the product starts. Refuses where the result would differ.
 */
export async function buildSchema(
  from: pg.Pool,
  { pool: to, connection }: { readonly pool: pg.Pool; readonly connection: pg.PoolConfig },
  sets: readonly KnownMigrations[],
): Promise<void> {
  const applied = await readApplied(from)
  const chosen: KnownMigrations[] = []
  for (const id of new Set(['kernel', ...applied.map(({ plugin }) => plugin)]))
    chosen.push(await chooseSet(id, applied, sets))
  const { rows } = await from.query<{ here: boolean }>(
    `select to_regnamespace('graphile_worker') is not null as here`,
  )
  if (rows[0]?.here) await runMigrations({ pgPool: to, logger: silent })
  await to.query('create extension if not exists pg_trgm')
  const confined = chosen.map((set) =>
    set.isPackage
      ? { ...set, openSession: () => openMigrationSession(set.id, { pool: to, connection }) }
      : set,
  )
  for (const { error } of await migrate({ pool: to, sets: confined })) if (error) refuse(error.message)
  await compare(from, to)
}
