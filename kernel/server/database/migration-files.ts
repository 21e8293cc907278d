import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findErrorCode } from './error-code.ts'

/** Where the migrations of one history lie. */
export interface MigrationFolders {
  readonly folder: string
  /** Other folders whose files belong to the same history. */
  readonly further?: readonly string[]
}

export interface MigrationFile {
  name: string
  checksum: string
  /** The whole file, with the line ends of Unix. */
  text: string
  statements: string[]
}

/** A migration that cannot be applied; the message names its file. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

const fileName = /^\d{4}_[\w-]+\.sql$/

const parse = (name: string, raw: string): MigrationFile => {
  const text = raw.replaceAll('\r\n', '\n') // a checkout on Windows must not change the checksum
  return {
    name,
    checksum: createHash('sha256').update(text).digest('hex'),
    text,
    statements: text
      .split('--> statement-breakpoint')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== ''),
  }
}

const readFolder = async (folder: string): Promise<MigrationFile[]> => {
  try {
    const names = (await readdir(folder)).filter((name) => fileName.test(name))
    return await Promise.all(
      names.map(async (name) => parse(name, await readFile(join(folder, name), 'utf8'))),
    )
  } catch (error) {
    if (findErrorCode(error) !== 'ENOENT') throw error
    throw new MigrationError(`The folder of migrations ${folder} does not exist.`, { cause: error })
  }
}

const byName = (one: MigrationFile, other: MigrationFile) => (one.name < other.name ? -1 : 1)

/** Reads the `NNNN_name.sql` files of a history, in the order in which they apply. */
export const readMigrations = async ({ folder, further = [] }: MigrationFolders): Promise<MigrationFile[]> =>
  (await Promise.all([folder, ...further].map(readFolder))).flat().sort(byName)
