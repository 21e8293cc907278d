import { CatalogImages } from '@spawnpoint/contracts/images'
import { Pictures } from '@spawnpoint/contracts/pictures'
import { Database, definePluginServer, provide, provideAuditTargets } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { imagesExport } from './export.ts'
import {
  handleCreateImage,
  handleGetImage,
  handleListImages,
  handleRemoveImage,
  handleRenameImage,
} from './handle-images.ts'
import { findImages, listByName } from './image-queries.ts'
import { presentImages } from './present-images.ts'
import { image } from './tables.ts'

const catalog = provide(CatalogImages, { db: Database, pictures: Pictures }, ({ db, pictures }) => ({
  async choices() {
    const images = await presentImages(pictures, await listByName(db.orm))
    return images.map(({ id, name, thumbnailUrl }) => ({ value: id, label: name, picture: thumbnailUrl }))
  },
  has: async (id) => (await findImages(db.orm, [id])).length > 0,
  async urlsOf(ids) {
    const images = await presentImages(pictures, await findImages(db.orm, ids))
    return new Map(images.map(({ id, url }) => [id, url]))
  },
}))

const auditTargets = provideAuditTargets({
  prefix: 'images',
  permission: 'admin.images.list',
  page: null,
  table: image,
  id: image.id,
  name: image.name,
})

export default definePluginServer(manifest, {
  provides: [imagesExport, catalog, auditTargets],
  endpoints: [handleListImages, handleGetImage, handleCreateImage, handleRenameImage, handleRemoveImage],
})
