import type { UploadedImage } from '@spawnpoint/contracts/image-hosting'
import type { PictureProblem, SavedPicture } from '@spawnpoint/contracts/pictures'
import type { UploadedFile } from '@spawnpoint/sdk/common'
import type { Transaction } from '@spawnpoint/sdk/server'
import { findImage, insertImage } from './image-queries.ts'
import { presentImage, type Services } from './present-image.ts'
import { inspect, payForImage, type Rewarded } from './reward.ts'
import type { Image } from './tables.ts'
import { findShortage, readQuota, release, reserve, withUsed, type Shortage } from './quota.ts'

const codes = {
  invalid: 'IMAGE_HOSTING_NO_PICTURE',
  'too large': 'IMAGE_HOSTING_TOO_LARGE',
  'too many pixels': 'IMAGE_HOSTING_TOO_MANY_PIXELS',
  'too many frames': 'IMAGE_HOSTING_TOO_MANY_FRAMES',
  busy: 'IMAGE_HOSTING_BUSY',
} as const satisfies Record<PictureProblem, string>

export type UploadFailure = (typeof codes)[PictureProblem] | Shortage | 'IMAGE_HOSTING_BLOCKED'

export interface Upload {
  readonly owner: string
  readonly key: { readonly id: string; readonly name: string } | null
  readonly file: UploadedFile
  readonly ip: string
}

type Outcome = { readonly image: UploadedImage } | { readonly failure: UploadFailure }

const LONGEST_TITLE = 200

/** The name as people see it: one line, without what a file system or a page would read as something else. */
const titleOf = (name: string, picture: SavedPicture): string =>
  Array.from(
    name
      .normalize('NFC')
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .replace(/^.*[\\/]/, '')
      .trim(),
  )
    .slice(0, LONGEST_TITLE)
    .join('') || `image.${picture.extension}`

/** Lets other plugins look at the image, then pays for it unless one of them withheld it. */
async function settle(services: Services, tx: Transaction, stored: Image, image: Omit<Rewarded, 'name'>) {
  const { picture } = image
  const { name, title, owner, withheld } = stored
  for (const guard of services.guards.get() ?? [])
    await guard.stored?.(tx, { name, title, owner, withheld, deleted: false, picture })
  const row = (await findImage(tx, name)) ?? stored
  const coins = row.withheld === null ? await payForImage(services, tx, { ...image, name }) : 0
  return { row, coins }
}

/** Exchanges the reserved room for the image. What is stored may be larger than what was sent. */
async function finish(services: Services, upload: Upload, reserved: string, picture: SavedPicture) {
  const review = await inspect(services, { user: upload.owner, ip: upload.ip })
  return services.db.orm.transaction(async (tx): Promise<Outcome> => {
    const { clock, pictures, settings } = services
    const { owner, key, file } = upload
    await release(tx, reserved)
    return withUsed(tx, owner, clock.now(), async (used) => {
      const shortage = findShortage(used, { bytes: picture.bytes, files: 1, today: 1 }, readQuota(settings))
      if (shortage) return { failure: shortage }
      if (!(await pictures.keep(tx, [picture.id], owner)))
        throw new Error('a picture was removed right after it was stored')
      const stored = await insertImage(tx, {
        pictureId: picture.id,
        owner,
        keyId: key?.id ?? null,
        title: titleOf(file.name, picture),
        bytes: picture.bytes,
        createdAt: clock.now(),
      })
      const { row, coins } = await settle(services, tx, stored, { owner, picture, review })
      return { image: { ...presentImage(services, row, picture, key?.name ?? null), coins } }
    })
  })
}

async function isRefused({ guards }: Pick<Services, 'guards'>, picture: SavedPicture): Promise<boolean> {
  const answers = await Promise.all((guards.get() ?? []).map((guard) => guard.refuses(picture)))
  return answers.includes(true)
}

/** Stores an image of a person within the quota; what a crash leaves of it counts no more after a quarter of an hour. */
export async function uploadOwnImage(services: Services, upload: Upload): Promise<Outcome> {
  const { clock, db, pictures, settings } = services
  const { owner, file } = upload
  const quota = readQuota(settings)
  if (file.size > quota.largestFile) return { failure: 'IMAGE_HOSTING_TOO_LARGE' }
  if (file.size === 0) return { failure: 'IMAGE_HOSTING_NO_PICTURE' }
  const room = await db.orm.transaction((tx) =>
    reserve(tx, { owner, bytes: file.size, now: clock.now(), quota }),
  )
  if ('shortage' in room) return { failure: room.shortage }
  try {
    const saved = await pictures.save({
      owner,
      purpose: 'images',
      bytes: file.read,
      caps: { bytes: quota.largestFile },
    })
    if (!saved.ok) return { failure: codes[saved.problem] }
    const outcome = (await isRefused(services, saved.picture))
      ? { failure: 'IMAGE_HOSTING_BLOCKED' as const }
      : await finish(services, upload, room.id, saved.picture)
    if ('failure' in outcome) await pictures.remove(db.orm, [saved.picture.id])
    return outcome
  } finally {
    await release(db.orm, room.id)
  }
}
