import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigurationError } from '../server/configuration-error.ts'
import { loadInstanceKey } from './instance-key.ts'

describe('the instance key', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-key-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const load = () => loadInstanceKey({ secretKey: null, dataDir, shared: false }).text

  it('is made once, for the server alone', () => {
    const key = load()
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(key)
    expect(load()).toBe(key)
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  })

  it.each(['', 'short', '\n'.repeat(50)])('is never one that anybody could guess: %j', (text) => {
    writeFileSync(join(dataDir, 'secret.key'), text)
    expect(load).toThrow(ConfigurationError)
    expect(load).toThrow(/secret\.key is empty or cut short: put it back from your backup/)
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(text)
  })

  it('says in one sentence why it can be neither read nor made', () => {
    mkdirSync(join(dataDir, 'secret.key'))
    expect(load).toThrow(/^The key in .+secret\.key cannot be used \(EISDIR\): .+, or set SECRET_KEY\.$/)
    const missing = { secretKey: null, dataDir: join(dataDir, 'gone'), shared: false }
    expect(() => loadInstanceKey(missing)).toThrow(/cannot be used \(ENOENT\)/)
  })
})
