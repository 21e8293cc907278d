import type { Egg } from '@spawnpoint/contracts/eggs'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { egg } from './tables.ts'

const columns = {
  id: egg.id,
  name: egg.name,
  description: egg.description,
  categoryId: egg.categoryId,
  panelEggId: egg.panelEggId,
  enabled: egg.enabled,
  vipOnly: egg.vipOnly,
  imageId: egg.imageId,
}

export const findEgg = async (db: Queries, id: string): Promise<Egg | null> => {
  const [found] = await db.select(columns).from(egg).where(eq(egg.id, id))
  return found ?? null
}

/** Several may hold an egg at once; only its deletion waits. */
export const holdEgg = async (tx: Transaction, id: string): Promise<Egg | null> => {
  const [found] = await tx.select(columns).from(egg).where(eq(egg.id, id)).for('share')
  return found ?? null
}

export const insertEgg = async (tx: Transaction, values: Omit<Egg, 'id' | 'imageId'>): Promise<Egg> => {
  const [made] = await tx.insert(egg).values(values).returning(columns)
  if (!made) throw new Error('an egg was not written')
  return made
}

export const listEggs = (db: Queries): Promise<Egg[]> =>
  db.select(columns).from(egg).orderBy(asc(egg.name), asc(egg.id))

export const countEggsIn = async (tx: Queries, category: string): Promise<number> => {
  const [found] = await tx.select({ eggs: count() }).from(egg).where(eq(egg.categoryId, category))
  return found?.eggs ?? 0
}

export const switchOffEggs = async (tx: Transaction, ids: readonly string[]): Promise<number> => {
  const changed = await tx
    .update(egg)
    .set({ enabled: false, version: sql`${egg.version} + 1`, updatedAt: sql`now()` })
    .where(and(inArray(egg.id, [...ids]), eq(egg.enabled, true)))
    .returning({ id: egg.id })
  return changed.length
}
