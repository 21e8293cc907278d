import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findErrorCode } from './error-code.ts'

export interface MigrationFile {
  name: string
  checksum: string
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
    statements: text
      .split('--> statement-breakpoint')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== ''),
  }
}

const listNames = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter((name) => fileName.test(name)).sort()
  } catch (error) {
    if (findErrorCode(error) !== 'ENOENT') throw error
    throw new MigrationError(`The folder of migrations ${folder} does not exist.`, { cause: error })
  }
}

/** Reads the `NNNN_name.sql` files of a folder, in the order in which they apply. */
export const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const names = await listNames(folder)
  return Promise.all(names.map(async (name) => parse(name, await readFile(join(folder, name), 'utf8'))))
}
