import { expect, it } from 'vitest'
import { hideSecrets } from './secret-names.ts'

it('[DBG2] hides the address of an authenticator app, whose secret stands within the text', () => {
  const uri = 'otpauth://totp/Shop:ada?issuer=Shop&secret=JBSWY3DPEHPK3PXP&digits=6'
  expect(JSON.stringify(hideSecrets({ uri, list: [uri.replace('otpauth', 'OTPAuth')] }))).not.toMatch(
    /JBSWY|ada/,
  )
})

it.each([
  ['https://x/reset?token=s3cret&page=2#top', 'https://x/reset?token=•••&page=2#top'],
  ['/reset#token=s3cret', '/reset#token=•••'],
  ['open /a?page=1&reset%5Ftoken=s3cret now', 'open /a?page=1&reset%5Ftoken=••• now'],
  ['/a?%74oken=s3cret&page=2', '/a?%74oken=•••&page=2'],
  ['a & b = c? yes', 'a & b = c? yes'],
  ['/a?%E0%A4%A=1&page=2', '/a?%E0%A4%A=1&page=2'],
])('[DBG2] hides what an address carries under the name of a secret: %s', (given, shown) => {
  expect(hideSecrets({ url: given })).toEqual({ url: shown })
  expect(hideSecrets(given)).toBe(shown)
})

it('hides by the names that its caller knows too', () => {
  const isHidden = (name: string) => name === 'code'
  expect(hideSecrets({ code: 1, url: '/a?code=123&token=t' }, { isHidden, mask: 'X' })).toEqual({
    code: 'X',
    url: '/a?code=X&token=t',
  })
})
