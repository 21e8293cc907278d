import type pg from 'pg'
import { ConfigurationError } from '../../../server/configuration-error.ts'
import { readMigrations } from '../../../server/database/migration-files.ts'
import { listTables } from '../rows/list-tables.ts'
import { findOtherShape, makeTables, type KnownMigrations } from '../rows/make-tables.ts'

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

const refuse = (what: string): never => {
  throw new ConfigurationError(
    `The database cannot be upgraded by this version: ${what}. Nothing was changed; go back to the version before and upgrade from there, or dump the database and load it by hand.`,
  )
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
  const problem = await makeTables(
    { pool: to, connection },
    { sets: chosen, hasQueue: rows[0]?.here === true },
  )
  if (problem !== null) refuse(problem)
  const client = await from.connect()
  const other = await findOtherShape(to, await listTables(client).finally(() => client.release()))
  if (other !== null) refuse(other)
}
