import { createHash, randomBytes } from 'node:crypto'

const LIFETIME_MS = 15 * 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Whom a link signs in. */
export interface DemoGuest {
  readonly user: string
  readonly username: string
  readonly role: string
  /** Path that opens after the log-in. */
  readonly start: string
}

export interface DemoOffer {
  readonly guest: DemoGuest
  readonly token: string
}

export interface DemoLinks {
  /** A link for each guest. Each leads to one page that offers all of them. */
  mint(guests: readonly DemoGuest[]): readonly DemoOffer[]
  /** The links minted together with this one that are still open; null where this one is not. */
  find(token: string): readonly DemoOffer[] | null
  /** Finds the guest and ends the link. */
  take(token: string): DemoGuest | null
}

/** Links that sign somebody in, once and not for long. In memory alone: they end with the process. */
export function createDemoLinks(now: () => number = Date.now): DemoLinks {
  const links = new Map<
    string,
    { readonly guest: DemoGuest; readonly until: number; all: readonly DemoOffer[] }
  >()
  const open = (token: string) => {
    const link = links.get(hashOf(token))
    return link && link.until > now() ? link : null
  }
  return {
    mint(guests) {
      const all = guests.map((guest) => ({ guest, token: randomBytes(32).toString('base64url') }))
      for (const { guest, token } of all) links.set(hashOf(token), { guest, until: now() + LIFETIME_MS, all })
      return all
    },
    find: (token) => open(token)?.all.filter((other) => open(other.token)) ?? null,
    take(token) {
      const guest = open(token)?.guest ?? null
      links.delete(hashOf(token))
      return guest
    },
  }
}
