import type { CatalogImage } from '@spawnpoint/contracts/images'
import type { PicturesService } from '@spawnpoint/contracts/pictures'
import type { Queries } from '@spawnpoint/sdk/server'
import type { ImageRow } from './tables.ts'

/** Rows with their picture; one whose picture is gone is left out. */
export async function presentImages(
  pictures: PicturesService,
  rows: readonly ImageRow[],
  tx?: Queries,
): Promise<CatalogImage[]> {
  const found = await pictures.find(
    rows.map(({ pictureId }) => pictureId),
    tx,
  )
  const byId = new Map(found.map((picture) => [picture.id, picture]))
  return rows.flatMap(({ id, name, pictureId, createdAt }) => {
    const picture = byId.get(pictureId)
    if (!picture) return []
    const { webUrl: url, thumbnailUrl, width, height, bytes } = picture
    return [{ id, name, url, thumbnailUrl, width, height, bytes, createdAt: createdAt.toISOString() }]
  })
}
