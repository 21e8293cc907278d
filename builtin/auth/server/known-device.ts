import type { SecretsService, SessionCarrier } from '@spawnpoint/sdk/server'
import { parseCookie, stringifySetCookie } from 'cookie'
import { randomBytes, timingSafeEqual } from 'node:crypto'

const PURPOSE = 'auth.device'
const HALF_A_YEAR = 15_552_000

const sameText = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * A signed cookie that says: this browser has been inside this account. It opens nothing; it only lets its owner
 * try a password while strangers have used up the account's tries.
 */
export function createKnownDevices(secrets: SecretsService, secure: boolean) {
  const name = secure ? '__Host-device' : 'device'
  const sign = (user: string, nonce: string) => secrets.sign(PURPOSE, `${user}:${nonce}`)
  const read = ({ request: { headers } }: SessionCarrier) => {
    const header = headers['cookie'] ?? ''
    return parseCookie(Array.isArray(header) ? header.join('; ') : header)[name]
  }
  return {
    /** The device's own number when it has been in this account before. */
    find(carrier: SessionCarrier, user: string): string | null {
      const [nonce, signature] = (read(carrier) ?? '').split('.')
      if (!nonce || !signature) return null
      return sameText(signature, sign(user, nonce)) ? nonce : null
    },
    remember({ reply }: SessionCarrier, user: string) {
      const nonce = randomBytes(12).toString('base64url')
      const value = `${nonce}.${sign(user, nonce)}`
      const attributes = { path: '/', maxAge: HALF_A_YEAR, sameSite: 'lax', httpOnly: true, secure } as const
      reply.header('set-cookie', stringifySetCookie({ name, value, ...attributes }))
    },
  }
}

export type KnownDevices = ReturnType<typeof createKnownDevices>
