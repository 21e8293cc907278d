import { runMigrations } from 'graphile-worker'
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@spawnpoint/sdk/server'
import { Client, type Pool, type PoolConfig } from 'pg'
import { inject } from 'vitest'
import { dropDatabase } from '../../../kernel/cli/archive/scratch-database.ts'
import { migrate, type MigrationSet } from '../../../kernel/server/database/migrate.ts'
import { readMigrations } from '../../../kernel/server/database/migration-files.ts'
import { openOrm } from '../../../kernel/server/database/orm.ts'
import { createPool } from '../../../kernel/server/database/pool.ts'
import { askForServer } from './shared-server.ts'

export interface TestDatabase {
  pool: Pool
  orm: Db
  /** For code that opens its own connections. */
  connection: PoolConfig
  /** The same as `connection`, as DATABASE_URL would hold it. */
  url: string
  drop(): Promise<void>
}

const templateLock = 7_305_113_202
const log = { info: () => {}, warn: () => {}, error: console.error }

const withAdmin = async <T>(server: PoolConfig, work: (admin: Client) => Promise<T>): Promise<T> => {
  const admin = new Client({ ...server, database: 'postgres' })
  await admin.connect()
  return work(admin).finally(() => admin.end())
}

const nameTemplate = async (sets: readonly MigrationSet[]): Promise<string> => {
  const hash = createHash('sha256')
  for (const set of sets) {
    hash.update(`${set.id}\n`)
    for (const { name, checksum } of await readMigrations(set)) hash.update(`${name} ${checksum}\n`)
  }
  return `template_${hash.digest('hex').slice(0, 16)}`
}

const fill = async (connection: PoolConfig, sets: readonly MigrationSet[]): Promise<void> => {
  const pool = createPool(connection, log)
  try {
    const failed = (await migrate({ pool, sets })).find(({ error }) => error !== null)
    if (failed?.error) throw failed.error
    // The job queue brings its own tables, which a server makes at its first start.
    if (sets.some(({ id }) => id === 'kernel')) await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

const exists = async (admin: Client, name: string): Promise<boolean> =>
  (await admin.query('select from pg_database where datname = $1', [name])).rowCount === 1

/** Migrates once a run for each distinct list of sets, however many workers ask for it. */
const prepareTemplate = (server: PoolConfig, name: string, sets: readonly MigrationSet[]): Promise<void> =>
  withAdmin(server, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    if (await exists(admin, name)) return
    const draft = `${name}_draft`
    await dropDatabase(admin, draft)
    await admin.query(`create database ${draft}`)
    await fill({ ...server, database: draft }, sets)
    await admin.query(`alter database ${draft} rename to ${name}`)
  })

/** An own, migrated database, made from a template in some tens of milliseconds. */
export const createTestDatabase = async ({
  migrationSets,
}: {
  migrationSets: readonly MigrationSet[]
}): Promise<TestDatabase> => {
  const server = await askForServer(inject('databaseSocket'))
  const template = await nameTemplate(migrationSets)
  await prepareTemplate(server, template, migrationSets)
  const database = `test_${randomBytes(6).toString('hex')}`
  await withAdmin(server, (admin) => admin.query(`create database ${database} template ${template}`))
  const connection = { ...server, database }
  // On a busy machine a hundred calls at once wait longer for their connections than a visitor would.
  const pool = createPool({ ...connection, connectionTimeoutMillis: 120_000 }, log)
  const drop = async () => {
    await pool.end()
    await withAdmin(server, (admin) => dropDatabase(admin, database))
  }
  const url = `postgres://${server.user}@localhost:5432/${database}?host=${encodeURIComponent(server.host ?? '')}`
  return { pool, orm: openOrm(pool), connection, url, drop }
}
