import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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
  it('is made once, for the server alone', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-key-'))
    const key = loadInstanceKey({ secretKey: null, dataDir, shared: false })
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(key)
    expect(loadInstanceKey({ secretKey: null, dataDir, shared: false })).toBe(key)
    rmSync(dataDir, { recursive: true })
  })
})
