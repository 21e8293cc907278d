import type pg from 'pg'
import { ConfigurationError } from '../../../server/configuration-error.ts'
import { collectMigrations, withMigrations } from '../../archive/migration-texts.ts'
import { listTables } from '../rows/list-tables.ts'
import { findOtherShape, makeTables, type KnownMigrations } from '../rows/make-tables.ts'

const refuse = (what: string): never => {
  throw new ConfigurationError(
    `The database cannot be upgraded by this version: ${what}. Nothing was changed; go back to the version before and upgrade from there, or dump the database and load it by hand.`,
  )
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/^E_\w+: /, '')

/**
 * Makes the tables of the old database in the new one, by the migrations that the old one has had, and no others:
 * later ones may change rows and run when the product starts. Refuses where the result would differ.
 */
export async function buildSchema(
  from: pg.Pool,
  target: { readonly pool: pg.Pool; readonly connection: pg.PoolConfig },
  sets: readonly KnownMigrations[],
): Promise<void> {
  const client = await from.connect()
  try {
    const applied = await collectMigrations(client, sets).catch((error: unknown) => refuse(reasonOf(error)))
    const { rows } = await client.query<{ here: boolean }>(
      `select to_regnamespace('graphile_worker') is not null as here`,
    )
    const hasQueue = rows[0]?.here === true
    const problem = await withMigrations(applied, applied, (own) =>
      makeTables(target, { sets: own, hasQueue }),
    )
    if (problem !== null) refuse(problem)
    const other = await findOtherShape(target.pool, await listTables(client))
    if (other !== null) refuse(other)
  } finally {
    client.release()
  }
}
