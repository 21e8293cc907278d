import { ArchiveError, type ArchiveWork } from '@spawnpoint/sdk/server'
import type { ClientBase, Pool, PoolConfig } from 'pg'
import { schemaNameOf } from '../../../sdk/package/schema-name.ts'
import { roleNameOf } from '../../packages/server/context/limited-role.ts'
import { findOtherShape, makeTables } from '../postgres/rows/make-tables.ts'
import { agreeOnTexts, fingerprint } from '../postgres/rows/read-rows.ts'
import { insertRows, setSequences, withoutGuards } from '../postgres/rows/write-rows.ts'
import { MIGRATIONS_PART, migrationTexts, type ArchiveManifest } from './archive-format.ts'
import type { ArchiveReader } from './archive-reader.ts'
import { withMigrations } from './migration-texts.ts'
import { readTotals } from './totals.ts'

export interface Target {
  readonly pool: Pool
  readonly connection: PoolConfig
  readonly database: string
}

const differs = (part: string, why: string) =>
  new ArchiveError('different', part, `The restored data differs from the backup: ${why}.`)

/**
 * The roles that ran the migrations of packages are named after the database, which may get another name: what they own
 * goes to the product's user, from whom the next start of the plugin takes it over.
 */
async function dropMigrationRoles(
  { pool, database }: Target,
  { migrations }: ArchiveManifest,
): Promise<void> {
  const packages = new Set(migrations.filter(({ isPackage }) => isPackage).map(({ plugin }) => plugin))
  for (const plugin of packages) {
    const role = roleNameOf('sm', database, schemaNameOf(plugin))
    await pool.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)
  }
}

async function makeSchema(target: Target, manifest: ArchiveManifest, content: Buffer): Promise<void> {
  const texts = migrationTexts.parse(JSON.parse(content.toString('utf8')))
  const problem = await withMigrations(texts, manifest.migrations, (sets) =>
    makeTables(target, { sets, hasQueue: manifest.hasQueue }),
  )
  if (problem !== null) throw new ArchiveError('different', MIGRATIONS_PART, problem)
  await dropMigrationRoles(target, manifest)
  const other = await findOtherShape(target.pool, manifest.tables)
  if (other !== null)
    throw new ArchiveError(
      'different',
      MIGRATIONS_PART,
      `The backup does not fit this version of Spawnpoint (${other}): restore it with version ${manifest.version}, then upgrade.`,
    )
}

/** Compares number and content of the rows of each table, and the recorded sums. */
async function compare(client: ClientBase, { tables, totals }: ArchiveManifest): Promise<void> {
  for (const table of tables) {
    const found = await fingerprint(client, table)
    if (found !== table.fingerprint) throw differs(table.name, `its table ${table.name} has other rows`)
  }
  for (const { name, table, value } of await readTotals(client, totals, tables)) {
    const expected = totals.find((each) => each.name === name)?.value
    if (value !== expected)
      throw differs(table, `the sum ${name} is ${value} and was ${expected ?? 'not recorded'}`)
  }
}

export interface LoadOptions extends ArchiveWork {
  /** More work in the transaction that fills the tables. */
  readonly beforeCommit?: (client: ClientBase) => Promise<void>
}

/** Fills an empty database from an archive. All rows appear at once, compared with what the archive says of them. */
export async function loadArchive(
  target: Target,
  reader: ArchiveReader,
  options: LoadOptions = {},
): Promise<void> {
  const { manifest } = reader
  const { signal, onProgress, beforeCommit } = options
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const chunks = reader.chunks()
  const first = await chunks.next()
  if (first.done || first.value.part !== MIGRATIONS_PART)
    throw new ArchiveError(
      'damaged',
      MIGRATIONS_PART,
      'The backup is damaged: it does not begin with its migrations.',
    )
  await makeSchema(target, manifest, first.value.content)
  const byName = new Map(manifest.tables.map((table) => [table.name, table]))
  const client = await target.pool.connect()
  let done = 0
  try {
    await agreeOnTexts(client)
    await client.query('begin')
    await withoutGuards(client, manifest.tables, async () => {
      for await (const { part, content } of chunks) {
        signal?.throwIfAborted()
        const table = byName.get(part)
        if (table) await insertRows(client, table, JSON.parse(content.toString('utf8')) as string[])
        done += content.length
        onProgress?.({ done, total })
      }
    })
    await setSequences(client, manifest.sequences)
    await compare(client, manifest)
    await beforeCommit?.(client)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}
