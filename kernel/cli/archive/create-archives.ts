import {
  ArchiveError,
  type ArchiveKey,
  type ArchiveSummary,
  type ArchivesService,
  type ArchiveWork,
  type SecretsService,
} from '@spawnpoint/sdk/server'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseLog, OpenDatabase } from '../../server/database/open-database.ts'
import { isStorageFull } from '../../server/database/error-code.ts'
import type { KnownMigrations } from '../postgres/rows/make-tables.ts'
import { openArchive, type ArchiveReader } from './archive-reader.ts'
import { loadArchive } from './load-archive.ts'
import {
  canCreateDatabases,
  createDatabase,
  dropDatabase,
  nameBeside,
  nameOf,
  openTarget,
  whileLocked,
} from './scratch-database.ts'
import { writeArchive } from './write-archive.ts'

export interface ArchivesDeps {
  readonly database: OpenDatabase
  readonly secrets: SecretsService
  readonly log: DatabaseLog
  now(): Date
  key(): ArchiveKey
  sets(): Promise<readonly KnownMigrations[]>
}

const LARGEST = 8

export function describeArchive({ header, manifest, size }: ArchiveReader): ArchiveSummary {
  const { tables, totals } = manifest
  const sum = (of: 'rows' | 'bytes') => tables.reduce((all, table) => all + table[of], 0)
  return {
    id: header.id,
    createdAt: header.createdAt,
    version: manifest.version,
    tables: tables.length,
    rows: sum('rows'),
    bytes: sum('bytes'),
    size,
    largest: tables
      .toSorted((one, other) => other.rows - one.rows)
      .slice(0, LARGEST)
      .map(({ name, rows }) => ({ table: name, rows })),
    totals: Object.fromEntries(totals.map(({ name, value }) => [name, value])),
  }
}

const withArchive = async <T>(file: string, key: ArchiveKey, work: (reader: ArchiveReader) => Promise<T>) => {
  const reader = await openArchive(file, key)
  return work(reader).finally(() => reader.close())
}

/** Restores into a database that is dropped again. */
async function restoreOnTrial(deps: ArchivesDeps, reader: ArchiveReader, work: ArchiveWork): Promise<void> {
  const { pool, connection } = deps.database
  const name = nameBeside(await nameOf(pool), 'check')
  await whileLocked(connection, async (client) => {
    await createDatabase(client, name)
    const target = openTarget(connection, name, deps.log)
    try {
      await loadArchive(target, reader, work)
    } finally {
      await target.pool.end()
      await dropDatabase(client, name)
    }
  })
}

const explain = (error: unknown) =>
  isStorageFull(error)
    ? new ArchiveError('space', null, 'There is no room for the test restore: free some.')
    : error

/** Archives of the product's own database. */
export function createArchives(
  deps: ArchivesDeps,
): Omit<ArchivesService, 'key' | 'restores' | 'filesElsewhere'> {
  const read = (file: string) => withArchive(file, deps.key(), async (reader) => describeArchive(reader))
  return {
    read,
    async write(file, options) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      const { database, secrets } = deps
      const given = { ...options, createdAt: deps.now(), key: deps.key(), secrets, sets: await deps.sets() }
      await writeArchive(database.pool, file, given)
      return read(file)
    },
    async verify(file, work = {}) {
      const startedAt = performance.now()
      const restored = await canCreateDatabases(deps.database.pool)
      await withArchive(file, deps.key(), async (reader) => {
        if (restored) return restoreOnTrial(deps, reader, work)
        for await (const _chunk of reader.chunks()) work.signal?.throwIfAborted()
      }).catch((error: unknown) => {
        throw explain(error)
      })
      return { restored, ms: Math.round(performance.now() - startedAt) }
    },
  }
}
