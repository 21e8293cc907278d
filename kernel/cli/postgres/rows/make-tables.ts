import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { openMigrationSession } from '../../../packages/server/context/migration-session.ts'
import { migrate, type MigrationSet } from '../../../server/database/migrate.ts'
import { listTables, type Table } from './list-tables.ts'

export interface KnownMigrations extends MigrationSet {
  /** Installed from a file: its SQL never runs with the rights of an administrator. */
  readonly isPackage?: boolean
}

const silent = new Logger(() => () => undefined)

const shapeOf = ({ columns }: Table) => columns.map(({ name, type }) => `${name} ${type}`).join(', ')

/** Makes the tables of a database by the migrations that it has had. Answers the problem, if there is one. */
export async function makeTables(
  { pool, connection }: { readonly pool: pg.Pool; readonly connection: pg.PoolConfig },
  { sets, hasQueue }: { readonly sets: readonly KnownMigrations[]; readonly hasQueue: boolean },
): Promise<string | null> {
  if (hasQueue) await runMigrations({ pgPool: pool, logger: silent })
  // Substring search uses it; without the right to create it search still works, slower.
  await pool.query('create extension if not exists pg_trgm').catch(() => undefined)
  const confined = sets.map((set) =>
    set.isPackage ? { ...set, openSession: () => openMigrationSession(set.id, { pool, connection }) } : set,
  )
  for (const { error } of await migrate({ pool, sets: confined })) if (error) return error.message
  return null
}

/** The first of the tables that is not there, or has other columns. */
export async function findOtherShape(pool: pg.Pool, tables: readonly Table[]): Promise<string | null> {
  const client = await pool.connect()
  const made = await listTables(client).finally(() => client.release())
  const shapes = new Map(made.map((table) => [table.name, shapeOf(table)]))
  for (const table of tables) {
    const shape = shapes.get(table.name)
    if (shape === undefined) return `nothing here makes its table ${table.name}`
    if (shape !== shapeOf(table)) return `its table ${table.name} has other columns than here`
  }
  return null
}
