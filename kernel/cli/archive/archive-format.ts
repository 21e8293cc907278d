import { z } from 'zod'

/** The first bytes of each file; the number changes with the format. */
export const MAGIC = 'SPAWNPOINT-BACKUP '
export const FORMAT = 1

export const archiveHeader = z.object({
  id: z.string(),
  createdAt: z.coerce.date(),
  /** Names the key that opens the rest. */
  key: z.string(),
  salt: z.string(),
})
export type ArchiveHeader = z.output<typeof archiveHeader>

const column = z.object({ name: z.string(), type: z.string(), generated: z.boolean() })

const tablePart = z.object({
  name: z.string(),
  columns: z.array(column),
  rows: z.number(),
  bytes: z.number(),
  /** The hash of the rows as they stand in the file. */
  sha256: z.string(),
  /** Number and hash of the rows as the database sees them, whatever their order. */
  fingerprint: z.string(),
})

const migration = z.object({
  plugin: z.string(),
  name: z.string(),
  checksum: z.string(),
  isPackage: z.boolean(),
})

/** The last frame of a file: what is in it, to the byte. */
export const archiveManifest = z.object({
  version: z.string(),
  postgres: z.string(),
  /** A sign of the SECRET_KEY that the stored secrets are sealed under. */
  secretKey: z.string(),
  hasQueue: z.boolean(),
  migrations: z.array(migration),
  migrationsHash: z.string(),
  tables: z.array(tablePart),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  totals: z.array(z.object({ name: z.string(), table: z.string(), column: z.string(), value: z.string() })),
})
export type ArchiveManifest = z.output<typeof archiveManifest>
export type TablePart = z.output<typeof tablePart>

/** The text of a migration travels along, so that a restore needs no file of the plugin that made the tables. */
export const migrationTexts = z.array(z.object({ plugin: z.string(), name: z.string(), text: z.string() }))

/** Frames: the beginning of a part with its name, its data, and the manifest, which is the last. */
export const frameKind = { part: 1, data: 2, manifest: 3 } as const

export const MIGRATIONS_PART = 'migrations'
