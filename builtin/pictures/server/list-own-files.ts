import { Pictures } from '@spawnpoint/contracts/pictures'
import { memberOf } from '@spawnpoint/sdk/common'
import { Database, PersonalFiles, provide } from '@spawnpoint/sdk/server'
import { extensionOf, findOwned } from './picture-queries.ts'

/** Pictures of a user for the download of their own data, in a folder for each use. */
export const ownPictures = provide(
  memberOf(PersonalFiles, 'pictures'),
  { db: Database, pictures: Pictures },
  ({ db, pictures }) => ({
    async filesOf(user) {
      const found = await findOwned(db.orm, user)
      return found.map(({ id, purpose, type }) => ({
        path: `files/${purpose}/${id}.${extensionOf(type)}`,
        read: async () => (await pictures.read(id, 'picture'))?.bytes ?? null,
      }))
    },
  }),
)
