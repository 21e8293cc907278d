import type { removeUserAvatar } from '@spawnpoint/contracts/avatars'
import { Notifications } from '@spawnpoint/contracts/notifications'
import { Roles } from '@spawnpoint/contracts/roles'
import { holds, optional } from '@spawnpoint/sdk/common'
import { Audit, Database, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'

export const staffUses = { audit: Audit, db: Database, notifications: optional(Notifications), roles: Roles }

interface Removal {
  readonly user: string
  /** Names the entry of the audit log and the notification. */
  readonly fact: 'removed' | 'background-removed'
  /** False where there was nothing to remove. */
  takeDown(tx: Transaction): Promise<boolean>
}

/** Removes a picture of a user who may do no more than the caller, writes it down and tells the user. */
export async function removeAsStaff(
  call: Pick<
    EndpointCall<typeof removeUserAvatar, typeof staffUses>,
    'actor' | 'audit' | 'db' | 'fail' | 'ip' | 'notifications' | 'roles'
  >,
  { user, fact, takeDown }: Removal,
): Promise<Record<never, never>> {
  const { actor, audit, db, fail, ip, notifications, roles } = call
  const theirs = await roles.permissionsOf(user)
  if (!theirs.every((permission) => holds(actor.permissions, permission))) throw fail('AVATARS_EXCEEDS_OWN')
  return db.orm.transaction(async (tx) => {
    if (!(await takeDown(tx))) throw fail('NOT_FOUND')
    await audit.write(tx, { actor: actor.id, ip, action: `avatars:${fact}`, target: user })
    if (user !== actor.id)
      await notifications.get()?.notify(tx, { plugin: 'avatars', kind: fact, user, link: '/account' })
    return {}
  })
}
