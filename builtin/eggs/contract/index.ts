import { defineService, type OpenTransaction, type UsageCheck } from '@spawnpoint/sdk/common'

export { eggEndpoints, eggs, listEggFormCategories, listPanelEggs } from './eggs.ts'

/** A game that a server can run. */
export interface Egg {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly categoryId: string
  readonly panelEggId: number
  readonly enabled: boolean
  readonly vipOnly: boolean
  readonly imageId: string | null
}

export interface EggsService {
  find(id: string): Promise<Egg | null>
  /** All of them, by name; those switched off too. */
  list(): Promise<readonly Egg[]>
  /** Finds and locks the row: until the transaction ends it cannot be deleted. */
  hold(tx: OpenTransaction, id: string): Promise<Egg | null>
  /** Writes an egg in the caller's transaction, as the panel's demonstration does with its own. */
  create(tx: OpenTransaction, values: Omit<Egg, 'id' | 'imageId'>): Promise<Egg>
  /** Takes rows off sale in the caller's transaction; answers how many were on. */
  switchOff(tx: OpenTransaction, ids: readonly string[]): Promise<number>
  /** Adds a check that is asked before an egg is deleted; returns its undo. */
  onDelete(check: UsageCheck): () => void
}

export const Eggs = defineService<EggsService>('eggs.eggs')
