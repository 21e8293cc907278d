import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigurationError } from './configuration-error.ts'
import { createSecrets, loadInstanceKey } from './secrets.ts'

describe('secrets', () => {
  const secrets = createSecrets('0123456789abcdef0123456789abcdef')

  it('open what they sealed, differently each time', () => {
    const [one, two] = [secrets.seal('hunter2 ✓'), secrets.seal('hunter2 ✓')]
    expect(one).not.toBe(two)
    expect([secrets.open(one), secrets.open(two)]).toEqual(['hunter2 ✓', 'hunter2 ✓'])
  })

  it('refuse what another key sealed, and what was changed', () => {
    const sealed = secrets.seal('hunter2')
    expect(() => createSecrets('another key of another instance!').open(sealed)).toThrow()
    expect(() => secrets.open(`${sealed.slice(0, -3)}AAA`)).toThrow()
    expect(() => secrets.open('v0.AAAA')).toThrow(/E_SEALED_TEXT/)
  })

  it('sign for one purpose only', () => {
    expect(secrets.sign('mail', 'x')).not.toBe(secrets.sign('download', 'x'))
  })
})

describe('the instance key', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-key-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const load = () => loadInstanceKey({ secretKey: null, dataDir, shared: false })

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
