import { removeAvatar, removeUserAvatar, uploadAvatar } from '@spawnpoint/contracts/avatars'
import { avatarSide } from '@spawnpoint/contracts/avatars/schemas'
import { Pictures } from '@spawnpoint/contracts/pictures'
import { Profiles } from '@spawnpoint/contracts/profiles'
import { Users } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Audit, Database, type Queries } from '@spawnpoint/sdk/server'
import { deletePicture } from './avatar-queries.ts'
import { removeAsStaff, staffUses } from './remove-as-staff.ts'
import { saveUpload, uploadUses } from './save-upload.ts'

const uses = { audit: Audit, db: Database, pictures: Pictures, users: Users }
type Services = ServicesOf<typeof uses>

export const handleUploadAvatar = answer(
  uploadAvatar,
  { ...uses, ...uploadUses, profiles: optional(Profiles) },
  async ({ actor, body, fail, ip, audit, profiles, users, ...services }) => {
    // A profile can have been hidden before there were pictures to hide.
    const isHidden = (await profiles.get()?.isVisible(actor.id)) === false
    return saveUpload(services, {
      person: actor.id,
      kind: 'avatar',
      file: body,
      fit: avatarSide,
      fail,
      note: async (tx, { webUrl }) => {
        await users.changeAvatar(tx, actor.id, { avatar: webUrl, ...(isHidden && { avatarHidden: true }) })
        await audit.write(tx, { actor: actor.id, ip, action: 'avatars:changed', target: actor.id })
      },
    })
  },
)

/** False where there was none. */
async function takeDown({ pictures, users }: Services, tx: Queries, person: string): Promise<boolean> {
  const pictureId = await deletePicture(tx, 'avatar', person)
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

export const handleRemoveUserAvatar = answer(removeUserAvatar, { ...uses, ...staffUses }, (call) =>
  removeAsStaff(call, {
    user: call.params.user,
    fact: 'removed',
    takeDown: (tx) => takeDown(call, tx, call.params.user),
  }),
)
