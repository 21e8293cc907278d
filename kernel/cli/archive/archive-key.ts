import { ArchiveError, type ArchiveKey } from '@spawnpoint/sdk/server'
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findErrorCode } from '../../server/database/error-code.ts'

const SHORTEST = 32

export const archiveKeyFile = (dataDir: string) => join(dataDir, 'backup.key')

const idOf = (text: string) =>
  createHmac('sha256', text).update('spawnpoint archive key').digest('hex').slice(0, 16)

/** A link appears with its content at once: a process that is killed here leaves no key that is cut short. */
function makeKeyFile(file: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (findErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The key of archives: BACKUP_KEY, else a file of the data folder, which is made where it is missing. */
export function loadArchiveKey(dataDir: string, given: string | null): ArchiveKey {
  if (given !== null) return { id: idOf(given), text: given, source: 'environment' }
  const file = archiveKeyFile(dataDir)
  if (!existsSync(file)) makeKeyFile(file)
  const text = readFileSync(file, 'utf8').trim()
  if (text.length < SHORTEST)
    throw new ArchiveError('key', null, `The key in ${file} is cut short: put it back, or set BACKUP_KEY.`)
  return { id: idOf(text), text, source: 'file' }
}

/** The key that encrypts one file. */
export const deriveFileKey = (key: string, salt: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'spawnpoint archive 1', 32))
