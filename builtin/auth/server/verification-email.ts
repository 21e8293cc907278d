import type { Person } from '@spawnpoint/contracts/users'
import type { Queries } from '@spawnpoint/sdk/server'
import type { AuthContext } from './auth-context.ts'
import { makeToken } from './token-queries.ts'

export const VERIFY_PAGE = '/auth/login'

/** Sends the link that confirms an address. */
export async function sendVerification(
  context: AuthContext,
  tx: Queries,
  person: Pick<Person, 'id' | 'username' | 'email'>,
  locale?: string,
) {
  const secret = await makeToken(tx, {
    purpose: 'verify',
    user: person.id,
    email: person.email,
    now: context.now(),
  })
  await context.emails.send(tx, 'verify', person, {
    path: `${VERIFY_PAGE}#verify=${secret}`,
    ...(locale ? { locale } : {}),
  })
}
