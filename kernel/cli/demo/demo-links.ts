import { createHash, randomBytes } from 'node:crypto'

const LIFETIME_MS = 15 * 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Whom a link signs in. */
export interface DemoGuest {
  readonly user: string
  /** Shown on the button. */
  readonly name: string
}

export interface DemoLinks {
  mint(guest: DemoGuest): string
  find(token: string): DemoGuest | null
  /** Finds the guest and ends the link. */
  take(token: string): DemoGuest | null
}

/** Links that sign somebody in, once and not for long. In memory alone: they end with the process. */
export function createDemoLinks(now: () => number = Date.now): DemoLinks {
  const links = new Map<string, { readonly guest: DemoGuest; readonly until: number }>()
  const find = (token: string): DemoGuest | null => {
    const link = links.get(hashOf(token))
    return link && link.until > now() ? link.guest : null
  }
  return {
    mint(guest: DemoGuest): string {
      const token = randomBytes(32).toString('base64url')
      links.set(hashOf(token), { guest, until: now() + LIFETIME_MS })
      return token
    },
    find,
    take(token: string): DemoGuest | null {
      const guest = find(token)
      links.delete(hashOf(token))
      return guest
    },
  }
}
