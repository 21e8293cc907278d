import type { SecretsService, SessionCarrier } from '@spawnpoint/sdk/server'
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
  const read = ({ request }: SessionCarrier): string | null => {
    const header = request.headers['cookie']
    const text = Array.isArray(header) ? header.join('; ') : (header ?? '')
    const pair = text.split(';').find((part) => part.trim().startsWith(`${name}=`))
    return pair ? pair.trim().slice(name.length + 1) : null
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
      const flags = `Path=/; Max-Age=${HALF_A_YEAR}; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
      reply.header('set-cookie', `${name}=${nonce}.${sign(user, nonce)}; ${flags}`)
    },
  }
}

export type KnownDevices = ReturnType<typeof createKnownDevices>
