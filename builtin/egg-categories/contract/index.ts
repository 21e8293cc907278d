import { defineService, type OpenTransaction, type UsageCheck } from '@spawnpoint/sdk/common'

export { eggCategories, eggCategoryEndpoints, listPanelNests } from './egg-categories.ts'

/** A group of eggs; on the panel, a nest. */
export interface EggCategory {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly panelNestId: number
  readonly enabled: boolean
  readonly imageId: string | null
}

export interface EggCategoriesService {
  find(id: string): Promise<EggCategory | null>
  /** All of them, by name; those switched off too. */
  list(): Promise<readonly EggCategory[]>
  /** Finds and locks the row: until the transaction ends it cannot be deleted. */
  hold(tx: OpenTransaction, id: string): Promise<EggCategory | null>
  /** Writes a category in the caller's transaction, as the panel's demonstration does with its own. */
  create(tx: OpenTransaction, values: Omit<EggCategory, 'id' | 'imageId'>): Promise<EggCategory>
  /** Takes rows off sale in the caller's transaction; answers how many were on. */
  switchOff(tx: OpenTransaction, ids: readonly string[]): Promise<number>
  /** Adds a check that is asked before a category is deleted; returns its undo. */
  onDelete(check: UsageCheck): () => void
}

export const EggCategories = defineService<EggCategoriesService>('egg-categories.egg-categories')
