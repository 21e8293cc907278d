import {
  readBackground,
  readUserBackground,
  removeBackground,
  removeUserBackground,
  uploadBackground,
} from '@spawnpoint/contracts/avatars'
import { backgroundSide } from '@spawnpoint/contracts/avatars/schemas'
import { Pictures } from '@spawnpoint/contracts/pictures'
import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Audit, Database, type Queries } from '@spawnpoint/sdk/server'
import { deletePicture, findPictureId } from './avatar-queries.ts'
import { removeAsStaff, staffUses } from './remove-as-staff.ts'
import { saveUpload, uploadUses } from './save-upload.ts'

const uses = { audit: Audit, db: Database, pictures: Pictures, users: Users }
type Services = ServicesOf<typeof uses>

async function findUrl({ db, pictures }: Pick<Services, 'db' | 'pictures'>, person: string) {
  const id = await findPictureId(db.orm, 'background', person)
  const [found] = await pictures.find(id === null ? [] : [id])
  return { url: found?.webUrl ?? null }
}

/** Notes a background among the settings of the account, so that other devices show it too; what is there already stays. */
async function noteBackground(
  { users }: Pick<Services, 'users'>,
  person: string,
  change: (before: string) => string,
): Promise<void> {
  const { uiSettings } = await users.preferences(person)
  const known = uiSettings?.['background']
  const background = typeof known === 'object' && known !== null ? known : {}
  const before = 'picture' in background ? String(background.picture) : ''
  const picture = change(before)
  if (picture !== before)
    await users.savePreferences(person, {
      uiSettings: { ...uiSettings, background: { ...background, picture } },
    })
}

export const handleReadBackground = answer(
  readBackground,
  { db: Database, pictures: Pictures },
  ({ actor, ...services }) => findUrl(services, actor.id),
)

export const handleUploadBackground = answer(
  uploadBackground,
  { ...uses, ...uploadUses },
  async ({ actor, body, fail, ip, audit, users, ...services }) => {
    const { url } = await saveUpload(services, {
      person: actor.id,
      kind: 'background',
      file: body,
      fit: backgroundSide,
      fail,
      note: (tx) =>
        audit.write(tx, { actor: actor.id, ip, action: 'avatars:background-changed', target: actor.id }),
    })
    await noteBackground({ users }, actor.id, () => url)
    return { url }
  },
)

/** False where there was none. */
async function takeDown({ pictures }: Services, tx: Queries, person: string): Promise<boolean> {
  const id = await deletePicture(tx, 'background', person)
  if (id !== null) await pictures.remove(tx, [id])
  return id !== null
}

/** Takes the address of a removed picture out of the settings; another background that came with an import stays. */
const forget = (services: Services, person: string, url: string | null) =>
  noteBackground(services, person, (before) => (before === url ? '' : before))

export const handleRemoveBackground = answer(removeBackground, uses, async ({ actor, ip, ...services }) => {
  const { url } = await findUrl(services, actor.id)
  await services.db.orm.transaction(async (tx) => {
    if (await takeDown(services, tx, actor.id))
      await services.audit.write(tx, {
        actor: actor.id,
        ip,
        action: 'avatars:background-removed',
        target: actor.id,
      })
  })
  await forget(services, actor.id, url)
  return {}
})

export const handleReadUserBackground = answer(
  readUserBackground,
  { db: Database, pictures: Pictures, users: Users },
  async ({ params: { user }, fail, users, ...services }) => {
    if (!(await users.find(user))) throw fail('NOT_FOUND')
    return findUrl(services, user)
  },
)

export const handleRemoveUserBackground = answer(
  removeUserBackground,
  { ...uses, ...staffUses },
  async (call) => {
    const { user } = call.params
    const { url } = await findUrl(call, user)
    await removeAsStaff(call, {
      user,
      fact: 'background-removed',
      takeDown: (tx) => takeDown(call, tx, user),
    })
    await forget(call, user, url)
    return {}
  },
)
