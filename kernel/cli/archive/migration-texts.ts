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

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex')

function findFile(
  sets: readonly KnownMigrations[],
  { plugin, name, checksum }: Omit<Applied, 'isPackage'>,
): Found | null {
  for (const { id, folder, further = [], isPackage = false } of sets) {
    if (id !== plugin) continue
    for (const file of [folder, ...further]
      .map((each) => join(each, name))
      .filter((each) => existsSync(each))) {
      const text = readText(file)
      if (checksumOf(text) === checksum) return { text, isPackage }
    }
  }
  return null
}

interface Kept {
  readonly plugin: string
  readonly name: string
  readonly content: string
  readonly is_confined: boolean
}

/** The texts that the database keeps itself: the files of a plugin that was taken away are gone. */
async function readKept(client: ClientBase): Promise<readonly Kept[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('kernel.migration_text') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<Kept>(
    'select plugin, name, content, is_confined from kernel.migration_text',
  )
  return rows
}

function findKept(
  all: readonly Kept[],
  { plugin, name, checksum }: Omit<Applied, 'isPackage'>,
): Found | null {
  const kept = all.find((each) => each.plugin === plugin && each.name === name)
  if (!kept || checksumOf(kept.content) !== checksum) return null
  return { text: kept.content, isPackage: kept.is_confined }
}

/** The migrations that a database has had, with their texts. */
export async function collectMigrations(client: ClientBase, sets: readonly KnownMigrations[]) {
  const { rows } = await client.query<Omit<Applied, 'isPackage'>>(
    'select plugin, name, checksum from kernel.migrations order by applied_at, plugin, name',
  )
  const kept = await readKept(client)
  return rows.map((each) => {
    const found = findFile(sets, each) ?? findKept(kept, each)
    if (found) return { ...each, ...found }
    throw new Error(
      `E_MIGRATION_LOST: ${each.name} of ${each.plugin} is applied, but its file is not on this machine`,
    )
  })
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
