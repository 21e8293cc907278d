import type { SecretsService } from '@spawnpoint/sdk/server'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from './configuration-error.ts'
import { findErrorCode } from './database/error-code.ts'

const VERSION = 'v1'

/** AES-256-GCM under a key derived from the instance's key; the text carries version, nonce and tag. */
export function createSecrets(instanceKey: string): SecretsService {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', instanceKey, 'spawnpoint', purpose, 32))
  const sealing = derive('seal')
  return {
    seal(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed) {
      const [version, text] = sealed.split('.')
      if (version !== VERSION || !text) throw new Error('E_SEALED_TEXT')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    sign: (purpose, text) =>
      createHmac('sha256', derive(`sign:${purpose}`))
        .update(text)
        .digest('base64url'),
  }
}

const SHORTEST_KEY = 32

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

function readKeyFile(file: string): string {
  try {
    if (!existsSync(file)) makeKeyFile(file)
    chmodSync(file, 0o600)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigurationError(
      `The key in ${file} cannot be used (${findErrorCode(error) ?? 'unknown reason'}): give file and folder to the user of the server, or set SECRET_KEY.`,
    )
  }
}

/** The instance's key: from the environment, else a file of mode 600 made once in the data folder. */
export function loadInstanceKey(options: {
  secretKey: string | null
  dataDir: string
  shared: boolean
}): string {
  if (options.secretKey) return options.secretKey
  const file = join(options.dataDir, 'secret.key')
  if (options.shared && !existsSync(file) && process.env['NODE_ENV'] === 'production')
    throw new ConfigurationError(
      'SECRET_KEY is not set: with DATABASE_URL every process needs the same key (make one with: openssl rand -base64 32).',
    )
  const key = readKeyFile(file)
  if (key.length < SHORTEST_KEY)
    throw new ConfigurationError(
      `The key in ${file} is empty or cut short: put it back from your backup; if there is none, remove the file and enter the stored secrets anew.`,
    )
  return key
}
