import type { HostedImagesService } from '@spawnpoint/contracts/image-hosting'
import type { PicturesService } from '@spawnpoint/contracts/pictures'
import type { DatabaseService } from '@spawnpoint/sdk/server'
import { findImage, markWithheld, takeNamed } from './image-queries.ts'

interface Tools {
  readonly db: DatabaseService
  readonly pictures: PicturesService
}

export const createHostedImages = ({ db, pictures }: Tools): HostedImagesService => ({
  async find(name, tx = db.orm) {
    const row = /^[0-9A-Za-z]{10}$/.test(name) ? await findImage(tx, name) : null
    const [picture] = row ? await pictures.find([row.pictureId], tx) : []
    if (!row || !picture) return null
    const { title, owner, withheld, deletedAt } = row
    return { name, title, owner, withheld, deleted: deletedAt !== null, picture }
  },
  async withhold(tx, name, state) {
    const row = await markWithheld(tx, name, state)
    if (!row) return false
    await pictures.hide(tx, [row.pictureId], state !== null || row.deletedAt !== null)
    return true
  },
  async remove(tx, name) {
    const gone = await takeNamed(tx, name)
    await pictures.remove(
      tx,
      gone.map(({ pictureId }) => pictureId),
    )
  },
})
