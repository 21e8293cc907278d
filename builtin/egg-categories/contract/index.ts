import type { ServiceOf, StoredRowOf } from '@spawnpoint/sdk/resource'
import { eggCategories } from '../resource.ts'

export { eggCategories }

/** A group of eggs; a nest on the panel. */
export type EggCategory = StoredRowOf<typeof eggCategories>
export type EggCategoriesService = ServiceOf<typeof eggCategories>

export const EggCategories = eggCategories.service
