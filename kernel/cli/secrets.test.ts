import { describe, expect, it } from 'vitest'
import { createSecrets } from './secrets.ts'

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
