import { EndpointFailure } from '@spawnpoint/sdk/server'
import type { AuthContext } from './auth-context.ts'
import { findPassword, replacePasswordHash } from './credential-queries.ts'
import { isForeign } from './foreign-hash.ts'

// Asked for in place of an account that is not there, so that both ways make the same queries.
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Too many people waiting to be checked is no reason to refuse this one: the next log-in tries again. */
async function rehash({ passwords, db }: AuthContext, user: string, before: string, password: string) {
  try {
    await replacePasswordHash(db.orm, user, before, await passwords.hash(password))
  } catch (error) {
    if (!(error instanceof EndpointFailure)) throw error
  }
}

/** Checks the password of an account, or of none, and replaces a hash of another system by our own. */
export async function checkPassword(
  context: AuthContext,
  user: string | null,
  password: string,
): Promise<boolean> {
  const stored = await findPassword(context.db.orm, user ?? NOBODY)
  const matches = await context.passwords.matches(stored, password)
  if (matches && user !== null && stored.hash !== null && isForeign(stored.hash))
    await rehash(context, user, stored.hash, password)
  return matches
}
