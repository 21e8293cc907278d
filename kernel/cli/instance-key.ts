import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchConfig } from './read-config.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { findErrorCode } from '../server/database/error-code.ts'

const SHORTEST_KEY = 32

/** The key that secrets are sealed under, and its source as a message names it. */
export interface InstanceKey {
  readonly text: string
  readonly source: string
}

/** A link appears with its content at once: a process that is killed here leaves no key that is cut short. */
function makeKeyFile(file: string) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    // Another process that starts may have been faster: its key is the one.
    if (findErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function handleFile<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new ConfigurationError(
      `The key in ${file} cannot be used (${findErrorCode(error) ?? 'unknown reason'}): give file and folder to the user of the server, or set SECRET_KEY.`,
    )
  }
}

function readKeyFile(file: string): InstanceKey {
  const text = handleFile(file, () => readFileSync(file, 'utf8').trim())
  if (text.length < SHORTEST_KEY)
    throw new ConfigurationError(
      `The key in ${file} is empty or cut short: put it back from your backup; if there is none, remove the file and enter the stored secrets anew.`,
    )
  return { text, source: `The key in ${file}` }
}

const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key')

/** The key that is there already; null where a start would make one. Nothing is written. */
export function findInstanceKey({
  secretKey,
  dataDir,
}: Pick<LaunchConfig, 'secretKey' | 'dataDir'>): InstanceKey | null {
  if (secretKey) return { text: secretKey, source: 'SECRET_KEY' }
  const file = keyFileOf(dataDir)
  return existsSync(file) ? readKeyFile(file) : null
}

/** The instance's key: from the environment, else a file of mode 600 made once in the data folder. */
export function loadInstanceKey({
  secretKey,
  dataDir,
  shared,
}: Pick<LaunchConfig, 'secretKey' | 'dataDir'> & { readonly shared: boolean }): InstanceKey {
  if (secretKey) return { text: secretKey, source: 'SECRET_KEY' }
  const file = keyFileOf(dataDir)
  if (shared && !existsSync(file) && process.env['NODE_ENV'] === 'production')
    throw new ConfigurationError(
      'SECRET_KEY is not set: with DATABASE_URL every process needs the same key (make one with: openssl rand -base64 32).',
    )
  handleFile(file, () => {
    if (!existsSync(file)) makeKeyFile(file)
    chmodSync(file, 0o600)
  })
  return readKeyFile(file)
}
