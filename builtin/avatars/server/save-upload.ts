import type { uploadAvatar } from '@spawnpoint/contracts/avatars'
import { largestAvatar } from '@spawnpoint/contracts/avatars/schemas'
import { ImageGuards } from '@spawnpoint/contracts/image-hosting'
import { Pictures, type PictureProblem, type SavedPicture } from '@spawnpoint/contracts/pictures'
import { every, type FailureOf, type ServicesOf, type UploadedFile } from '@spawnpoint/sdk/common'
import { Clock, Database, type Transaction } from '@spawnpoint/sdk/server'
import { replacePicture } from './avatar-queries.ts'
import type { Kind } from './tables.ts'

export const uploadUses = { clock: Clock, db: Database, guards: every(ImageGuards), pictures: Pictures }

type Failure = FailureOf<typeof uploadAvatar>

const problems: Readonly<Record<PictureProblem, Failure>> = {
  invalid: 'AVATARS_NO_PICTURE',
  'too large': 'TOO_LARGE',
  'too many pixels': 'AVATARS_TOO_MANY_PIXELS',
  'too many frames': 'AVATARS_TOO_MANY_PIXELS',
  busy: 'AVATARS_BUSY',
}

interface Upload {
  readonly person: string
  readonly kind: Kind
  readonly file: UploadedFile
  /** Pixels of a side, at most. */
  readonly fit: number
  readonly fail: (code: Failure) => Error
  /** Runs in the transaction that replaces the picture. */
  readonly note: (tx: Transaction, picture: SavedPicture) => Promise<void>
}

/** Encodes what was sent, and puts it in the place of the picture before. */
export async function saveUpload(
  { clock, db, guards, pictures }: ServicesOf<typeof uploadUses>,
  { person, kind, file, fit, fail, note }: Upload,
): Promise<{ readonly url: string }> {
  const caps = { bytes: largestAvatar, frames: 1, fit }
  const saved = await pictures.save({ owner: person, purpose: `${kind}s`, bytes: file.read, caps })
  if (!saved.ok) throw fail(problems[saved.problem])
  const { picture } = saved
  const refusals = await Promise.all((guards.get() ?? []).map((guard) => guard.refuses(picture)))
  if (refusals.includes(true)) {
    await pictures.remove(db.orm, [picture.id])
    throw fail('AVATARS_BLOCKED')
  }
  await db.orm.transaction(async (tx) => {
    const before = await replacePicture(tx, kind, { person, pictureId: picture.id, createdAt: clock.now() })
    if (!(await pictures.keep(tx, [picture.id], person))) throw fail('AVATARS_BUSY')
    if (before !== null) await pictures.remove(tx, [before])
    await note(tx, picture)
  })
  return { url: picture.webUrl }
}
