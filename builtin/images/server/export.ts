import { exported, provideExports } from '@spawnpoint/sdk/server'
import { image } from './tables.ts'

/** Images of staff, without their content. */
export const imagesExport = provideExports('images', [
  {
    name: 'images',
    about: 'Images that staff uploaded for the store and elsewhere.',
    version: 1,
    table: image,
    key: [image.id],
    columns: {
      id: exported(image.id),
      name: exported(image.name),
      createdAt: exported(image.createdAt),
    },
  },
])
