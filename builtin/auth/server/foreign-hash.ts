import type { verify as verifyBcrypt } from './bcrypt.ts'

/** Rounds of a bcrypt hash, as a power of two. */
const costOf = (hash: string) => Number(hash.slice(4, 6))

/** No password has this hash; checking one against it takes as long as against any other of its cost. */
const standIn = (cost: number) => `$2b$${String(cost).padStart(2, '0')}$${'a'.repeat(21)}u${'a'.repeat(31)}`

export const isForeign = (hash: string): boolean => hash.startsWith('$2')

/**
 * Checks a bcrypt hash, or none, in the time that the costliest one left takes: a hash of cost 10 and stand-ins of 10 and 11
 * are as much work as one of cost 12. Time then tells neither whether an account exists nor where it came from.
 */
export async function matchesForeign(
  verify: typeof verifyBcrypt,
  stored: string | null,
  password: string,
  most: number,
) {
  const hash = stored ?? standIn(most)
  const matches = await verify(password, hash)
  for (let cost = costOf(hash); cost < most; cost++) await verify(password, standIn(cost))
  return matches && stored !== null
}
