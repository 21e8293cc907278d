import type { ServerUses } from './server-uses.ts'

export interface Pictured {
  /** Name of a bundled picture. */
  readonly picture?: string | null
  readonly imageId?: string | null
}

/** The picture of a row: the path of the image that staff uploaded for it, else the name of a bundled one. Asks for each image once. */
export function createPictureFinder({ images }: Pick<ServerUses, 'images'>) {
  const asked = new Map<string, Promise<string | null>>()
  const find = async (id: string) => (await images.get()?.urlsOf([id]))?.get(id) ?? null
  return async (row: Pictured | null): Promise<string | null> => {
    const bundled = row?.picture ?? null
    if (!row?.imageId) return bundled
    const url = asked.get(row.imageId) ?? find(row.imageId)
    asked.set(row.imageId, url)
    return (await url) ?? bundled
  }
}
