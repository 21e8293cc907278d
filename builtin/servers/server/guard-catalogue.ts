import type { UsageCheck } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { countServersIn } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'

/** Keeps what live servers stand on from being deleted; returns the undo. */
export const guardCatalogue = ({ locations, categories, eggs }: ServerUses): (() => void) => {
  const used =
    (place: Parameters<typeof countServersIn>[1]): UsageCheck =>
    async (tx, id) => ({ servers: await countServersIn(asTransaction(tx), place, id) })
  const undo = [
    locations.onDelete(used('locationId')),
    categories.onDelete(used('categoryId')),
    eggs.onDelete(used('eggId')),
  ]
  return () => {
    for (const each of undo) each()
  }
}
