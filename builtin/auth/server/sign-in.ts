import { loggedIn } from '@spawnpoint/contracts/auth'
import type { Preferences } from '@spawnpoint/contracts/users'
import type { SessionCarrier } from '@spawnpoint/sdk/server'
import type { AuthContext } from './auth-context.ts'

const SETUP_PAGE = '/auth/2fa/setup'

export type SignedIn =
  | { readonly step: 'verify' }
  | { readonly step: 'done'; readonly next: string | null; readonly preferences: Preferences }

interface Arrival {
  readonly carrier: SessionCarrier
  readonly user: string
  readonly next: string | null
}

/** Completes a sign-in: records it and returns what the browser needs next. */
export async function welcome(context: AuthContext, { carrier, user, next }: Arrival) {
  const { ip } = carrier.request
  await context.users.recordSeen(user, ip)
  await context.db.orm.transaction(async (tx) => {
    await context.log.record(tx, { user, action: 'logged-in', ip })
    await context.log.tell(tx, loggedIn, { user, ip })
  })
  context.devices.remember(carrier, user)
  return { step: 'done' as const, next, preferences: await context.users.preferences(user) }
}

/** Signs in who has proved who they are: wholly, or up to the second factor. */
export async function signIn(context: AuthContext, arrival: Arrival): Promise<SignedIn> {
  const { carrier, user, next } = arrival
  const { enabled, required } = await context.secondFactor.stateOf(user)
  if (enabled) {
    await context.sessions.startPending(carrier, user, next)
    return { step: 'verify' }
  }
  // A fresh sign-in counts as reauthentication.
  await context.sessions.markReauthenticated(await context.sessions.start(carrier, user))
  return welcome(context, { ...arrival, next: required ? SETUP_PAGE : next })
}
