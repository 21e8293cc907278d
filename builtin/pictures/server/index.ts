import { Pictures } from '@spawnpoint/contracts/pictures'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { createPictures, uses } from './create-pictures.ts'
import { deleteOwned } from './picture-queries.ts'
import { ownPictures } from './list-own-files.ts'
import { makeAvif } from './make-avif.ts'
import { removeOrphans } from './remove-orphans.ts'
import { servePictures } from './serve-pictures.ts'

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) => deleteOwned(db.orm, payload.id))

export default definePluginServer(manifest, {
  provides: [provide(Pictures, uses, createPictures), ownPictures],
  jobs: [makeAvif, removeOrphans],
  listeners: [forgetUser],
  uses,
  setup: (services, host) => host.routes(servePictures(services)),
})
