import { TOTP, Secret } from 'otpauth'
import { aRegistration } from '../../../builtin/auth/testing.ts'
import type { Product, Visitor } from './start-product.ts'

export { aRegistration }

export const PASSWORD = aRegistration().password

/** Registers and stays logged in. */
export async function aPerson(product: Product, over: Readonly<Record<string, unknown>> = {}) {
  const visitor = product.visitor()
  const registration = aRegistration(over)
  const answer = await visitor.post('/api/auth/register', registration)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { visitor, registration }
}

export const codeAt = (secret: string, at: Date) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: at.getTime(),
  })

/** Sets the second factor up; answers the secret and the recovery codes. */
export async function withSecondFactor(product: Product, visitor: Visitor) {
  await visitor.post('/api/auth/reauthenticate', { password: PASSWORD })
  const { body } = await visitor.post('/api/auth/2fa/setup')
  const secret = String(body['secret'])
  const confirmed = await visitor.post('/api/auth/2fa/setup/confirm', {
    code: codeAt(secret, product.clock.now()),
  })
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
  const codes = confirmed.body['codes']
  return { secret, codes: Array.isArray(codes) ? codes.map(String) : [] }
}
