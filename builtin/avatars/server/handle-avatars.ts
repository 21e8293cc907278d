import { removeAvatar, removeUserAvatar, uploadAvatar } from '@spawnpoint/contracts/avatars'
import { avatarSide, largestAvatar } from '@spawnpoint/contracts/avatars/schemas'
import { ImageGuards } from '@spawnpoint/contracts/image-hosting'
import { Notifications } from '@spawnpoint/contracts/notifications'
import { Pictures, type PictureProblem } from '@spawnpoint/contracts/pictures'
import { Roles } from '@spawnpoint/contracts/roles'
import { Users } from '@spawnpoint/contracts/users'
import { every, holds, optional, type FailureOf, type ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Audit, Clock, Database, type Queries } from '@spawnpoint/sdk/server'
import { deleteAvatar, replaceAvatar } from './avatar-queries.ts'

const uses = { audit: Audit, db: Database, pictures: Pictures, users: Users }
type Services = ServicesOf<typeof uses>

const problems: Readonly<Record<PictureProblem, FailureOf<typeof uploadAvatar>>> = {
  invalid: 'AVATARS_NO_PICTURE',
  'too large': 'TOO_LARGE',
  'too many pixels': 'AVATARS_TOO_MANY_PIXELS',
  'too many frames': 'AVATARS_TOO_MANY_PIXELS',
  busy: 'AVATARS_BUSY',
}

export const handleUploadAvatar = answer(
  uploadAvatar,
  { ...uses, clock: Clock, guards: every(ImageGuards) },
  async ({ actor, body, fail, ip, audit, clock, db, guards, pictures, users }) => {
    const saved = await pictures.save({
      owner: actor.id,
      purpose: 'avatars',
      bytes: body.read,
      caps: { bytes: largestAvatar, frames: 1, fit: avatarSide },
    })
    if (!saved.ok) throw fail(problems[saved.problem])
    const { id: pictureId, webUrl: url } = saved.picture
    const refusals = await Promise.all((guards.get() ?? []).map((guard) => guard.refuses(saved.picture)))
    if (refusals.includes(true)) {
      await pictures.remove(db.orm, [pictureId])
      throw fail('AVATARS_BLOCKED')
    }
    await db.orm.transaction(async (tx) => {
      const before = await replaceAvatar(tx, { person: actor.id, pictureId, createdAt: clock.now() })
      if (!(await pictures.keep(tx, [pictureId], actor.id))) throw fail('AVATARS_BUSY')
      if (before !== null) await pictures.remove(tx, [before])
      await users.changeAvatar(tx, actor.id, { avatar: url })
      await audit.write(tx, { actor: actor.id, ip, action: 'avatars:changed', target: actor.id })
    })
    return { url }
  },
)

/** False where there was none. */
async function takeDown({ pictures, users }: Services, tx: Queries, person: string): Promise<boolean> {
  const pictureId = await deleteAvatar(tx, person)
  if (pictureId !== null) await pictures.remove(tx, [pictureId])
  const shown = (await users.find(person, tx))?.ownAvatar ?? null
  if (shown !== null) await users.changeAvatar(tx, person, { avatar: null })
  return pictureId !== null || shown !== null
}

export const handleRemoveAvatar = answer(removeAvatar, uses, ({ actor, ip, ...services }) =>
  services.db.orm.transaction(async (tx) => {
    if (await takeDown(services, tx, actor.id))
      await services.audit.write(tx, { actor: actor.id, ip, action: 'avatars:removed', target: actor.id })
    return {}
  }),
)

export const handleRemoveUserAvatar = answer(
  removeUserAvatar,
  { ...uses, notifications: optional(Notifications), roles: Roles },
  async ({ actor, params: { user }, fail, ip, notifications, roles, ...services }) => {
    const theirs = await roles.permissionsOf(user)
    if (!theirs.every((permission) => holds(actor.permissions, permission))) throw fail('AVATARS_EXCEEDS_OWN')
    return services.db.orm.transaction(async (tx) => {
      if (!(await takeDown(services, tx, user))) throw fail('NOT_FOUND')
      await services.audit.write(tx, { actor: actor.id, ip, action: 'avatars:removed', target: user })
      if (user !== actor.id)
        await notifications.get()?.notify(tx, { plugin: 'avatars', kind: 'removed', user, link: '/account' })
      return {}
    })
  },
)
