import { defineService, type Choice } from '@spawnpoint/sdk/common'

export interface CatalogImagesService {
  /** All images by name, for a field declared with `pictureFrom`. */
  choices(): Promise<Choice[]>
  has(id: string): Promise<boolean>
  /** Paths of this host by image id; an image that was deleted is left out. */
  urlsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Pictures that staff have uploaded for locations, eggs and categories. */
export const CatalogImages = defineService<CatalogImagesService>('images.catalog')
