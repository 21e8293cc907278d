import { createImage, getImage, listImages, removeImage, renameImage } from '@spawnpoint/contracts/images'
import { longestName } from '@spawnpoint/contracts/images/schemas'
import { Pictures, type PictureProblem } from '@spawnpoint/contracts/pictures'
import type { FailureOf } from '@spawnpoint/sdk/common'
import { contains, countRows, readPage } from '@spawnpoint/sdk/list/server'
import { answer, Audit, Clock, Database } from '@spawnpoint/sdk/server'
import { and, getTableColumns } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { deleteImage, findImages, insertImage, updateName } from './image-queries.ts'
import { presentImages } from './present-images.ts'
import { image } from './tables.ts'

const uses = { audit: Audit, clock: Clock, db: Database, pictures: Pictures }

const problems: Readonly<Record<PictureProblem, FailureOf<typeof createImage>>> = {
  invalid: 'IMAGES_NO_PICTURE',
  'too large': 'TOO_LARGE',
  'too many pixels': 'IMAGES_TOO_MANY_PIXELS',
  'too many frames': 'IMAGES_TOO_MANY_PIXELS',
  busy: 'IMAGES_BUSY',
}

// Wide enough for the largest card on a display of double density.
const FIT = 1_600

export const handleListImages = answer(
  listImages,
  uses,
  async ({ db, pictures, query: { cursor, limit, search, order = 'desc' } }) => {
    const where = search === '' ? undefined : contains(image.name, search)
    const { items, ...page } = await readPage({
      sort: 'createdAt',
      order,
      by: image.createdAt,
      id: image.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most, position }) =>
        db.orm
          .select({ ...getTableColumns(image), ...position })
          .from(image)
          .where(and(where, past))
          .orderBy(...orderBy)
          .limit(most),
    })
    return {
      ...page,
      total: await countRows(db.orm, image, where),
      items: await presentImages(pictures, items),
    }
  },
)

export const handleGetImage = answer(getImage, uses, async ({ db, pictures, params: { id }, fail }) => {
  const [found] = await presentImages(pictures, await findImages(db.orm, [id]))
  if (!found) throw fail('NOT_FOUND')
  return { image: found }
})

export const handleCreateImage = answer(
  createImage,
  uses,
  async ({ actor, body, fail, ip, audit, clock, db, pictures }) => {
    const name = (body.fields['name'] ?? '').trim()
    if (name === '' || name.length > longestName)
      throw fail('IMAGES_NAME', { fields: { name: 'IMAGES_NAME' } })
    const saved = await pictures.save({
      owner: null,
      purpose: 'catalog',
      bytes: body.read,
      caps: { frames: 1, fit: FIT },
    })
    if (!saved.ok) throw fail(problems[saved.problem])
    return db.orm.transaction(async (tx) => {
      const pictureId = saved.picture.id
      const row = await insertImage(tx, { id: randomUUID(), name, pictureId, createdAt: clock.now() })
      if (!row) throw fail('IMAGES_NAME_TAKEN', { fields: { name: 'IMAGES_NAME_TAKEN' } })
      if (!(await pictures.keep(tx, [pictureId], null))) throw fail('IMAGES_BUSY')
      const after = { name }
      await audit.write(tx, { actor: actor.id, ip, action: 'images:created', target: row.id, after })
      const [created] = await presentImages(pictures, [row], tx)
      if (!created) throw fail('IMAGES_BUSY')
      return { image: created }
    })
  },
)

export const handleRemoveImage = answer(
  removeImage,
  uses,
  async ({ actor, params: { id }, fail, ip, audit, db, pictures }) =>
    db.orm.transaction(async (tx) => {
      const row = await deleteImage(tx, id)
      if (!row) throw fail('NOT_FOUND')
      await pictures.remove(tx, [row.pictureId])
      const before = { name: row.name }
      await audit.write(tx, { actor: actor.id, ip, action: 'images:deleted', target: id, before })
      return { id }
    }),
)

export const handleRenameImage = answer(
  renameImage,
  uses,
  async ({ actor, body: { name }, params: { id }, fail, ip, audit, db }) =>
    db.orm.transaction(async (tx) => {
      const row = await updateName(tx, id, name)
      if (row === null) throw fail('NOT_FOUND')
      if (row === 'taken') throw fail('IMAGES_NAME_TAKEN', { fields: { name: 'IMAGES_NAME_TAKEN' } })
      const [before, after] = [{ name: row.name }, { name }]
      await audit.write(tx, { actor: actor.id, ip, action: 'images:updated', target: id, before, after })
      return { id }
    }),
)
