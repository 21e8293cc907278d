import { HostedImages, imageHostingSettings } from '@spawnpoint/contracts/image-hosting'
import { Pictures } from '@spawnpoint/contracts/pictures'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provide } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import manifest from '../manifest.ts'
import { imageHostingExport } from './export.ts'
import { createHostedImages } from './create-hosted-images.ts'
import {
  handleDeleteImages,
  handleListImages,
  handleReadUsage,
  handleRestoreImages,
  handleUpload,
  handleUploadByKey,
} from './handle-images.ts'
import {
  handleCreateKey,
  handleListKeys,
  handleReadEmbed,
  handleRevokeKey,
  handleSaveEmbed,
} from './handle-keys.ts'
import { imagePages, uses } from './image-pages.ts'
import { takeOwned } from './image-queries.ts'
import { deleteKeysOf } from './key-queries.ts'
import { purge } from './purge.ts'
import { economyPart, forgetSeen } from './reward.ts'
import { embed } from './tables.ts'

const forgetUser = listen(
  userErased,
  { db: Database, pictures: Pictures },
  ({ payload: { id }, db, pictures }) =>
    db.orm.transaction(async (tx) => {
      const gone = await takeOwned(tx, id)
      await pictures.remove(
        tx,
        gone.map(({ pictureId }) => pictureId),
      )
      await deleteKeysOf(tx, id)
      await forgetSeen(tx, id)
      await tx.delete(embed).where(eq(embed.owner, id))
    }),
)

export default definePluginServer(manifest, {
  settings: imageHostingSettings,
  provides: [
    imageHostingExport,
    provide(HostedImages, { db: Database, pictures: Pictures }, createHostedImages),
    economyPart,
  ],
  endpoints: [
    handleUpload,
    handleUploadByKey,
    handleListImages,
    handleDeleteImages,
    handleRestoreImages,
    handleReadUsage,
    handleListKeys,
    handleCreateKey,
    handleRevokeKey,
    handleReadEmbed,
    handleSaveEmbed,
  ],
  jobs: [purge],
  listeners: [forgetUser],
  uses,
  setup: (services, host) => host.routes(imagePages(services)),
})
