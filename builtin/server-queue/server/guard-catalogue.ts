import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { countActiveIn } from './build-queries.ts'
import type { QueueUses } from './queue-uses.ts'

/** Keeps what queued servers need from being deleted; returns the undo. */
export const guardCatalogue = ({ locations, categories, eggs }: QueueUses): (() => void) => {
  const used =
    (place: Parameters<typeof countActiveIn>[1]) =>
    async (tx: Parameters<typeof asTransaction>[0], id: string) => ({
      'server-queue': await countActiveIn(asTransaction(tx), place, id),
    })
  const undo = [
    locations.onDelete(used('locationId')),
    categories.onDelete(used('categoryId')),
    eggs.onDelete(used('eggId')),
  ]
  return () => {
    for (const each of undo) each()
  }
}
