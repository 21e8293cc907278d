import { holds } from '@spawnpoint/sdk/common'
import { EndpointFailure, type Actor, type PermissionsService } from '@spawnpoint/sdk/server'

/** Staff adjust nobody above them, and never themselves: each adjustment has two people who know of it. */
export async function whyNotAdjust(
  permissions: PermissionsService,
  actor: Pick<Actor, 'id' | 'permissions'>,
  user: string,
): Promise<'COINS_SELF' | 'COINS_EXCEEDS_OWN' | null> {
  if (user === actor.id) return 'COINS_SELF'
  const theirs = await permissions.of(user)
  return theirs.every((permission) => holds(actor.permissions, permission)) ? null : 'COINS_EXCEEDS_OWN'
}

export async function requireMayAdjust(
  permissions: PermissionsService,
  actor: Actor,
  user: string,
): Promise<void> {
  const why = await whyNotAdjust(permissions, actor, user)
  if (why) throw new EndpointFailure(why, 403)
}
