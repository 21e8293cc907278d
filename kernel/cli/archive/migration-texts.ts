import type { ClientBase } from 'pg'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KnownMigrations } from '../postgres/rows/make-tables.ts'
import type { ArchiveManifest } from './archive-format.ts'

type Applied = ArchiveManifest['migrations'][number]

interface Found {
  readonly text: string
  readonly isPackage: boolean
}

// The checksum of a migration is that of its text with the line ends of Unix.
const readText = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')

function findText(
  sets: readonly KnownMigrations[],
  { plugin, name, checksum }: Omit<Applied, 'isPackage'>,
): Found {
  for (const { id, folder, further = [], isPackage = false } of sets) {
    if (id !== plugin) continue
    for (const file of [folder, ...further]
      .map((each) => join(each, name))
      .filter((each) => existsSync(each))) {
      const text = readText(file)
      if (createHash('sha256').update(text).digest('hex') === checksum) return { text, isPackage }
    }
  }
  throw new Error(`E_MIGRATION_LOST: ${name} of ${plugin} is applied, but its file is not on this machine`)
}

/** The migrations that a database has had, with their texts. */
export async function collectMigrations(client: ClientBase, sets: readonly KnownMigrations[]) {
  const { rows } = await client.query<Omit<Applied, 'isPackage'>>(
    'select plugin, name, checksum from kernel.migrations order by applied_at, plugin, name',
  )
  return rows.map((each) => ({ ...each, ...findText(sets, each) }))
}

/** Writes migrations into a folder of their own, for as long as `work` takes, the kernel's first. */
export async function withMigrations<T>(
  texts: readonly { readonly plugin: string; readonly name: string; readonly text: string }[],
  applied: readonly Applied[],
  work: (sets: readonly KnownMigrations[]) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'spawnpoint-restore-'))
  try {
    const plugins = [...new Set(['kernel', ...applied.map(({ plugin }) => plugin)])]
    for (const plugin of plugins) mkdirSync(join(root, plugin))
    for (const { plugin, name, text } of texts) writeFileSync(join(root, plugin, name), text)
    const packages = new Set(applied.filter(({ isPackage }) => isPackage).map(({ plugin }) => plugin))
    return await work(plugins.map((id) => ({ id, folder: join(root, id), isPackage: packages.has(id) })))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
