import type pg from 'pg'
import { isDatabaseUnavailable } from './error-code.ts'
import { schemaNameOf } from '../../../sdk/package/schema-name.ts'
import {
  MigrationError,
  readMigrations,
  type MigrationFile,
  type MigrationFolders,
} from './migration-files.ts'

/** A login of a plugin's own, under which its migrations run. */
export interface MigrationSession {
  readonly client: pg.ClientBase
  /** Writes down, in the transaction of the statements, that the file was applied. */
  record(file: MigrationFile): Promise<void>
  close(): Promise<void>
}

export interface MigrationSet extends MigrationFolders {
  id: string
  /** Applied migrations that this version does not have and gets on with: another version beside it brought them. */
  known?: readonly string[]
  /** Files to stop at: no others are applied. */
  only?: readonly string[]
  /** Opened when files are to be applied; without it they run with the product's own rights. */
  openSession?: (() => Promise<MigrationSession>) | undefined
}

export interface MigrationResult {
  id: string
  applied: string[]
  /** Set when this plugin's tables are not what its code expects; the other sets are not touched by it. */
  error: MigrationError | null
}

// Any number that nothing else in the product locks.
const migrationLock = 7_305_113_201
// The sentence about a failure shows how its statement begins.
const LONGEST_QUOTE = 120

const prepareRecords = (client: pg.PoolClient) =>
  client.query(`
    create schema if not exists kernel;
    create table if not exists kernel.migrations (
      plugin text not null,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      primary key (plugin, name)
    );
    create table if not exists kernel.migration_text (
      plugin text not null,
      name text not null,
      content text not null,
      is_confined boolean not null,
      primary key (plugin, name),
      foreign key (plugin, name) references kernel.migrations (plugin, name) on delete cascade
    )`)

interface AppliedMigration {
  readonly checksum: string
  readonly hasText: boolean
}

/** Applied migrations by their name, in the order of the names, by the id of their set. */
export type Applied = ReadonlyMap<string, ReadonlyMap<string, AppliedMigration>>

export const loadApplied = async (
  client: Pick<pg.Pool, 'query'>,
  ids: readonly string[],
): Promise<Applied> => {
  const { rows } = await client.query<AppliedMigration & { plugin: string; name: string }>(
    `select m.plugin, m.name, m.checksum, t.plugin is not null as "hasText"
     from kernel.migrations m left join kernel.migration_text t using (plugin, name)
     where m.plugin = any($1) order by m.plugin, m.name collate "C"`,
    [ids],
  )
  const applied = new Map(ids.map((id) => [id, new Map<string, AppliedMigration>()]))
  for (const { plugin, name, ...found } of rows) applied.get(plugin)?.set(name, found)
  return applied
}

const noneApplied: ReadonlyMap<string, AppliedMigration> = new Map()

const lostMigration = (id: string, name: string) =>
  new MigrationError(
    `The migration ${name} of ${id} is applied, but its file is missing: put it back, or install a complete build of ${id}.`,
  )

/** The problem of a plugin without migrations: the first applied one, if any. */
export const findLostMigration = (
  id: string,
  applied: Applied,
  known: readonly string[] = [],
): MigrationError | null => {
  const lost = [...(applied.get(id) ?? noneApplied).keys()].find((name) => !known.includes(name))
  return lost === undefined ? null : lostMigration(id, lost)
}

const checkHistory = (
  { id, known: beside = [] }: MigrationSet,
  files: MigrationFile[],
  applied: ReadonlyMap<string, AppliedMigration>,
): void => {
  const known = new Set([...beside, ...files.map(({ name }) => name)])
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown !== undefined && files.some(({ name }) => name > unknown)) throw lostMigration(id, unknown)
  if (unknown !== undefined) {
    throw new MigrationError(
      `The database was written by a newer version of ${id} (it has ${unknown}): install that version again, or restore the backup made before it.`,
    )
  }
  const latest = [...applied.keys()].at(-1) ?? ''
  for (const { name, checksum } of files) {
    const recorded = applied.get(name)?.checksum
    if (recorded !== undefined && recorded !== checksum) {
      throw new MigrationError(`The migration ${name} of ${id} was changed after it had been applied.`)
    }
    if (recorded === undefined && name < latest) {
      throw new MigrationError(
        `The migration ${name} of ${id} comes before ${latest}, which is applied already.`,
      )
    }
  }
}

const openOwnSession = async (client: pg.PoolClient, id: string): Promise<MigrationSession> => {
  await client.query(`create schema if not exists ${client.escapeIdentifier(schemaNameOf(id))}`)
  return {
    client,
    async record({ name, checksum }) {
      const values = [id, name, checksum]
      await client.query('insert into kernel.migrations (plugin, name, checksum) values ($1, $2, $3)', values)
    },
    close: async () => undefined,
  }
}

/** Where in its file a statement stands, and how it begins; nothing of one that did not come from there. */
const placeOf = ({ text }: MigrationFile, statement: string): string => {
  if (statement === '') return ''
  const line = text.slice(0, text.indexOf(statement)).split('\n').length
  const [first = ''] = statement.split('\n').filter((each) => !each.trimStart().startsWith('--'))
  return ` at line ${line}, “${first.trim().slice(0, LONGEST_QUOTE)}”`
}

const apply = async (
  { client, record }: MigrationSession,
  id: string,
  file: MigrationFile,
): Promise<void> => {
  const schema = client.escapeIdentifier(schemaNameOf(id))
  let statement = ''
  await client.query('begin')
  try {
    // Unqualified names land in the plugin's schema, not in everybody's.
    await client.query(`set local search_path to ${schema}, public`)
    for (statement of file.statements) await client.query(statement)
    statement = ''
    await record(file)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {}) // the connection may be what failed
    if (isDatabaseUnavailable(cause)) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MigrationError(
      `The migration ${file.name} of ${id} failed${placeOf(file, statement)}: ${reason}`,
      {
        cause,
      },
    )
  }
}

/**
 * Keeps the texts of applied files: a backup carries them, and a plugin that is taken away leaves its tables, but not its
 * files.
 */
const keepTexts = async (
  client: pg.PoolClient,
  { id, openSession }: MigrationSet,
  files: readonly MigrationFile[],
): Promise<void> => {
  await client.query(
    `insert into kernel.migration_text (plugin, name, content, is_confined)
     select $1, f.name, f.content, $4 from unnest($2::text[], $3::text[]) f (name, content)
     join kernel.migrations m on m.plugin = $1 and m.name = f.name
     on conflict do nothing`,
    [id, files.map(({ name }) => name), files.map(({ text }) => text), openSession !== undefined],
  )
}

const migrateSet = async (client: pg.PoolClient, set: MigrationSet): Promise<MigrationResult> => {
  const { id, openSession = () => openOwnSession(client, id) } = set
  const applied: string[] = []
  let session: MigrationSession | null = null
  try {
    const files = await readMigrations(set)
    const before = (await loadApplied(client, [id])).get(id) ?? noneApplied
    checkHistory(set, files, before)
    for (const file of files) {
      if (before.has(file.name) || set.only?.includes(file.name) === false) continue
      session ??= await openSession()
      await apply(session, id, file)
      applied.push(file.name)
    }
    await keepTexts(client, set, files)
    return { id, applied, error: null }
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    return { id, applied, error }
  } finally {
    await session?.close().catch(() => undefined) // its role is closed again by the next migration
  }
}

/** Whether nothing is to be done; what keeps it from being read is said by the one who migrates. */
const isUpToDate = async (set: MigrationSet, applied: Applied): Promise<boolean> => {
  try {
    const files = await readMigrations(set)
    const before = applied.get(set.id) ?? noneApplied
    checkHistory(set, files, before)
    return files.every(({ name }) => before.get(name)?.hasText ?? set.only?.includes(name) === false)
  } catch {
    return false
  }
}

/** Nothing of a database that is empty, or that fails: who migrates says why. */
const loadAppliedIfThere = (pool: pg.Pool, sets: readonly MigrationSet[]): Promise<Applied> =>
  loadApplied(
    pool,
    sets.map(({ id }) => id),
  ).catch(() => new Map())

/** Brings the tables of every set up to date, one process at a time. Throws only when the database itself fails. */
export const migrate = async ({
  pool,
  sets,
  applied,
}: {
  pool: pg.Pool
  sets: readonly MigrationSet[]
  /** Loaded for many sets at once, a moment ago: nothing takes a migration back. */
  applied?: Applied
}): Promise<MigrationResult[]> => {
  // A start finds almost all tables as they should be, and takes neither the lock nor a connection of its own then.
  const known = applied ?? (await loadAppliedIfThere(pool, sets))
  const found = await Promise.all(sets.map((set) => isUpToDate(set, known)))
  if (found.every(Boolean)) return sets.map(({ id }) => ({ id, applied: [], error: null }))
  const client = await pool.connect()
  try {
    // Another process may migrate for minutes; that is no reason to give up.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await prepareRecords(client)
    const results: MigrationResult[] = []
    for (const set of sets) results.push(await migrateSet(client, set))
    return results
  } finally {
    client.release(true) // closing the connection gives up the lock and the settings, whatever happened
  }
}
