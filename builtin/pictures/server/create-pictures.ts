import type { PicturesService, PictureVariant, SavedPicture } from '@spawnpoint/contracts/pictures'
import { usualCaps } from '@spawnpoint/contracts/pictures/schemas'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Blobs, Clock, Database, Log, type BlobsService, type BlobStore } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import { encodePicture, PictureRefused, type EncodedPicture } from './encode-picture.ts'
import {
  deletePictures,
  findPictures,
  findRows,
  findStored,
  hidePictures,
  insertContent,
  insertPicture,
  keepPictures,
  markStored,
  type SmallerVariant,
} from './picture-queries.ts'

export const uses = { blobs: Blobs, clock: Clock, db: Database, log: Log }
export type Services = ServicesOf<typeof uses>

const SCOPE = 'pictures'
// Each picture takes up to a few hundred megabytes while it is decoded.
const AT_ONCE = 2
const MAX_WAITING = 500
// A longer wait ends with the answer to come back, before the time of the call is over.
const LONGEST_WAIT = 10_000

const variants: readonly PictureVariant[] = ['picture', 'web', 'thumbnail']
export type Stored = PictureVariant | `${SmallerVariant}-avif`
const stored: readonly Stored[] = [...variants, 'web-avif', 'thumbnail-avif']
const blobId = (content: string, variant: Stored) => `${content}.${variant}`

export const removeBlobs = (blobs: BlobsService, content: string) =>
  Promise.all(stored.map((variant) => blobs.remove(SCOPE, blobId(content, variant))))

export const openBlob = (blobs: BlobStore, content: string, variant: Stored) =>
  blobs.open(SCOPE, blobId(content, variant))

export const readBlob = (blobs: BlobsService, content: string, variant: Stored) =>
  blobs.get(SCOPE, blobId(content, variant))

/** Replaces what a crash may have left of an earlier try. */
export async function storeAvif(
  blobs: BlobsService,
  content: string,
  variant: SmallerVariant,
  bytes: Uint8Array,
): Promise<void> {
  const id = blobId(content, `${variant}-avif`)
  await blobs.remove(SCOPE, id)
  await blobs.put(SCOPE, bytes, 'image/avif', id)
}

async function storeBlobs(blobs: BlobsService, id: string, encoded: EncodedPicture) {
  for (const variant of variants) {
    const bytes = encoded[variant]
    const type = variant === 'picture' ? encoded.type : 'image/webp'
    if (bytes) await blobs.put(SCOPE, bytes, type, blobId(id, variant))
  }
}

/** The id of stored content. The row is there before the blobs: the clean-up finds by it what a crash leaves. */
async function storeContent({ blobs, clock, db }: Services, encoded: EncodedPicture): Promise<string | null> {
  const found = await findStored(db.orm, encoded.hash)
  if (found !== null) return found
  const id = randomUUID()
  await insertContent(db.orm, id, encoded, clock.now())
  await storeBlobs(blobs, id, encoded)
  const isOurs = await markStored(db.orm, { id, hash: encoded.hash }, clock.now())
  return isOurs ? id : findStored(db.orm, encoded.hash)
}

const TRIES = 3

/** Twice in a row a clean-up can hardly remove the very content that this picture needs. */
async function store(
  services: Services,
  encoded: EncodedPicture,
  { owner, purpose }: { readonly owner: string | null; readonly purpose: string },
): Promise<SavedPicture> {
  for (let tries = 0; tries < TRIES; tries++) {
    const contentId = await storeContent(services, encoded)
    const createdAt = services.clock.now()
    const saved =
      contentId && (await insertPicture(services.db.orm, { contentId, owner, purpose, createdAt }))
    if (saved) return saved
  }
  throw new Error('the content of a picture was removed while it was stored')
}

export function createPictures(services: Services): PicturesService {
  const { blobs, clock, db } = services
  const queue = new PQueue({ concurrency: AT_ONCE })
  const save: PicturesService['save'] = async ({ owner, purpose, bytes, caps }) => {
    if (queue.size >= MAX_WAITING) return { ok: false, problem: 'busy' }
    const since = clock.now().getTime()
    return queue.add(async () => {
      if (clock.now().getTime() - since > LONGEST_WAIT) return { ok: false, problem: 'busy' } as const
      try {
        const sent = typeof bytes === 'function' ? await bytes() : bytes
        const encoded = await encodePicture(sent, { ...usualCaps, ...caps })
        return { ok: true, picture: await store(services, encoded, { owner, purpose }) } as const
      } catch (error) {
        if (error instanceof PictureRefused) return { ok: false, problem: error.problem } as const
        throw error
      }
    })
  }
  return {
    save,
    keep: (tx, ids, owner) => keepPictures(tx, ids, owner, clock.now()),
    find: (ids, tx) => findPictures(tx ?? db.orm, ids),
    async read(id, variant) {
      const [found] = await findRows(db.orm, [id])
      if (!found) return null
      const isThere = variant !== 'web' || found.content.hasWeb
      return readBlob(blobs, found.content.id, isThere ? variant : 'picture')
    },
    hide: hidePictures,
    remove: deletePictures,
  }
}
