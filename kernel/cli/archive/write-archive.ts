import {
  ArchiveError,
  type ArchiveKey,
  type ArchiveTotal,
  type ArchiveWork,
  type SecretsService,
} from '@spawnpoint/sdk/server'
import type { ClientBase, Pool } from 'pg'
import { isStorageFull } from '../../server/database/error-code.ts'
import { VERSION } from '../../server/version.ts'
import { listTables, type Table } from '../postgres/rows/list-tables.ts'
import type { KnownMigrations } from '../postgres/rows/make-tables.ts'
import { agreeOnTexts, fingerprint, readRows, readSequences, sizeOf } from '../postgres/rows/read-rows.ts'
import { MIGRATIONS_PART, type ArchiveManifest, type TablePart } from './archive-format.ts'
import { createArchiveWriter, type ArchiveWriter } from './archive-writer.ts'
import { collectMigrations } from './migration-texts.ts'
import { readTotals } from './totals.ts'

export interface WriteOptions extends ArchiveWork {
  readonly id: string
  readonly createdAt: Date
  readonly key: ArchiveKey
  readonly secrets: Pick<SecretsService, 'sign'>
  readonly totals: readonly ArchiveTotal[]
  readonly sets: readonly KnownMigrations[]
}

/** Stands for the SECRET_KEY in a manifest: equal for equal keys, and tells nothing of them. */
export const signOfSecretKey = (secrets: Pick<SecretsService, 'sign'>) =>
  secrets.sign('archive', 'secret key')

async function writeTable(
  client: ClientBase,
  table: Table,
  writer: ArchiveWriter,
  tick: (bytes: number) => void,
) {
  await writer.begin(table.name)
  let rows = 0
  for await (const some of readRows(client, table)) {
    const content = Buffer.from(JSON.stringify(some))
    await writer.data(content)
    rows += some.length
    tick(content.length)
  }
  const { bytes, sha256 } = writer.end()
  return {
    ...table,
    columns: [...table.columns],
    rows,
    bytes,
    sha256,
    fingerprint: await fingerprint(client, table),
  }
}

async function writeMigrations(client: ClientBase, writer: ArchiveWriter, sets: readonly KnownMigrations[]) {
  const migrations = await collectMigrations(client, sets)
  await writer.begin(MIGRATIONS_PART)
  const texts = migrations.map(({ plugin, name, text }) => ({ plugin, name, text }))
  await writer.data(Buffer.from(JSON.stringify(texts)))
  const migrationsHash = writer.end().sha256
  return { migrationsHash, migrations: migrations.map(({ text: _text, ...rest }) => rest) }
}

async function describeServer(client: ClientBase) {
  const { rows } = await client.query<{ postgres: string; queue: boolean }>(
    `select current_setting('server_version') as postgres, to_regnamespace('graphile_worker') is not null as queue`,
  )
  return { postgres: rows[0]?.postgres ?? '', hasQueue: rows[0]?.queue === true }
}

async function writeParts(
  client: ClientBase,
  writer: ArchiveWriter,
  options: WriteOptions,
): Promise<ArchiveManifest> {
  const { signal, onProgress, secrets, totals, sets } = options
  const { migrations, migrationsHash } = await writeMigrations(client, writer, sets)
  const all = await listTables(client)
  const sizes: number[] = []
  for (const table of all) sizes.push(await sizeOf(client, table))
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
  const tables: TablePart[] = []
  let done = 0
  for (const [index, table] of all.entries()) {
    const most = sizes[index] ?? 0
    let written = 0
    const part = await writeTable(client, table, writer, (bytes) => {
      signal?.throwIfAborted()
      written += bytes
      onProgress?.({ done: done + Math.min(written, most), total })
    })
    tables.push(part)
    done += most
    onProgress?.({ done, total })
  }
  return {
    ...(await describeServer(client)),
    version: VERSION,
    secretKey: signOfSecretKey(secrets),
    migrations,
    migrationsHash,
    tables,
    sequences: [...(await readSequences(client))],
    totals: await readTotals(client, totals, all),
  }
}

/** Writes one moment of the database into a file, which appears once it is whole. */
export async function writeArchive(pool: Pool, file: string, options: WriteOptions): Promise<void> {
  const writer = await createArchiveWriter(file, options)
  const client = await pool.connect()
  try {
    await agreeOnTexts(client)
    await client.query('begin isolation level repeatable read read only')
    const manifest = await writeParts(client, writer, options)
    await client.query('commit')
    await writer.finish(manifest)
  } catch (error) {
    await writer.discard()
    if (!isStorageFull(error)) throw error
    throw new ArchiveError('space', null, 'There is no room for the backup in the data folder: free some.')
  } finally {
    // Its settings are not those of the pool's other connections.
    client.release(true)
  }
}
