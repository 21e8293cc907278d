import {
  deleteImages,
  listImages,
  readUsage,
  restoreImages,
  uploadByKey,
  uploadImage,
} from '@spawnpoint/contracts/image-hosting'
import type { SavedPicture } from '@spawnpoint/contracts/pictures'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { answer } from '@spawnpoint/sdk/server'
import { listDeleted, listOf, markDeleted, markRestored } from './image-queries.ts'
import { findKey, markUsed, type Key } from './key-queries.ts'
import { presentImage, uses, type Services } from './present-image.ts'
import { findShortage, readQuota, readUsed, withUsed } from './quota.ts'
import { readEarned, readOffer } from './reward.ts'
import { uploadOwnImage } from './upload-image.ts'

export const handleUpload = answer(uploadImage, uses, async ({ actor, body, ip, fail, ...services }) => {
  const outcome = await uploadOwnImage(services, { owner: actor.id, key: null, file: body, ip })
  if ('failure' in outcome) throw fail(outcome.failure)
  return outcome.image
})

const BEARER = /^bearer ([\w-]{20,100})$/i

/** The key of a call. Those of suspended and deleted accounts are none. */
async function readKey(
  { db, users }: Pick<Services, 'db'> & { readonly users: UsersService },
  header: string | undefined,
): Promise<Key | null> {
  const given = BEARER.exec(header ?? '')?.[1]
  const key = given === undefined ? null : await findKey(db.orm, given)
  const owner = key && (await users.find(key.owner))
  return owner && owner.bannedReason === null ? key : null
}

export const handleUploadByKey = answer(
  uploadByKey,
  { ...uses, users: Users },
  async ({ request, body, ip, fail, users, ...services }) => {
    const key = await readKey({ db: services.db, users }, request.headers.authorization)
    if (!key) throw fail('IMAGE_HOSTING_KEY')
    await markUsed(services.db.orm, key.id, services.clock.now())
    const outcome = await uploadOwnImage(services, { owner: key.owner, key, file: body, ip })
    if ('failure' in outcome) throw fail(outcome.failure)
    return outcome.image
  },
)

export const handleListImages = answer(listImages, uses, async ({ actor, query, ...services }) => {
  const { filter, ...rest } = query
  const { items, ...page } = await listOf(services.db.orm, actor.id, {
    ...rest,
    deleted: filter.deleted === 'true',
  })
  const found = await services.pictures.find(items.map(({ pictureId }) => pictureId))
  const pictures = new Map(found.map((picture): [string, SavedPicture] => [picture.id, picture]))
  return {
    ...page,
    items: items.flatMap((row) => {
      const picture = pictures.get(row.pictureId)
      return picture ? [presentImage(services, row, picture, row.keyName)] : []
    }),
  }
})

export const removeOwn = (services: Services, owner: string, names: readonly string[]): Promise<number> =>
  services.db.orm.transaction(async (tx) => {
    const deleted = await markDeleted(tx, { names, owner, at: services.clock.now() })
    await services.pictures.hide(
      tx,
      deleted.map(({ pictureId }) => pictureId),
      true,
    )
    return deleted.length
  })

export const handleDeleteImages = answer(deleteImages, uses, async ({ actor, body, ...services }) => ({
  deleted: await removeOwn(services, actor.id, body.names),
}))

export const handleRestoreImages = answer(
  restoreImages,
  uses,
  async ({ actor, body, fail, clock, db, pictures, settings }) =>
    db.orm.transaction((tx) =>
      withUsed(tx, actor.id, clock.now(), async (used) => {
        const rows = await listDeleted(tx, body.names, actor.id)
        const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
        const shortage = findShortage(used, { bytes, files: rows.length, today: 0 }, readQuota(settings))
        if (shortage && shortage !== 'IMAGE_HOSTING_DAILY') throw fail(shortage)
        if (rows.length > 0)
          await markRestored(
            tx,
            rows.map(({ id }) => id),
          )
        await pictures.hide(
          tx,
          rows.filter(({ withheld }) => withheld === null).map(({ pictureId }) => pictureId),
          false,
        )
        return { restored: rows.length }
      }),
    ),
)

export const handleReadUsage = answer(readUsage, uses, async ({ actor, clock, db, ledger, settings }) => {
  const [used, quota] = [await readUsed(db.orm, actor.id, clock.now()), readQuota(settings)]
  const of = (name: 'bytes' | 'files' | 'today') => ({ used: used[name], max: quota[name] })
  const offer = ledger.get() ? readOffer(settings) : null
  const coins = offer && {
    used: await readEarned(db.orm, actor.id, clock.now()),
    max: offer.most,
    each: offer.coins,
  }
  return { bytes: of('bytes'), files: of('files'), today: of('today'), largestFile: quota.largestFile, coins }
})
