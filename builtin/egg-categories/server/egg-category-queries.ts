import type { EggCategory } from '@spawnpoint/contracts/egg-categories'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { eggCategory } from './tables.ts'

const columns = {
  id: eggCategory.id,
  name: eggCategory.name,
  description: eggCategory.description,
  panelNestId: eggCategory.panelNestId,
  enabled: eggCategory.enabled,
  imageId: eggCategory.imageId,
}

export const findEggCategory = async (db: Queries, id: string): Promise<EggCategory | null> => {
  const [found] = await db.select(columns).from(eggCategory).where(eq(eggCategory.id, id))
  return found ?? null
}

/** Several may hold a category at once; only its deletion waits. */
export const holdEggCategory = async (tx: Transaction, id: string): Promise<EggCategory | null> => {
  const [found] = await tx.select(columns).from(eggCategory).where(eq(eggCategory.id, id)).for('share')
  return found ?? null
}

export const insertEggCategory = async (
  tx: Transaction,
  values: Omit<EggCategory, 'id' | 'imageId'>,
): Promise<EggCategory> => {
  const [made] = await tx.insert(eggCategory).values(values).returning(columns)
  if (!made) throw new Error('a category was not written')
  return made
}

export const listEggCategories = (db: Queries): Promise<EggCategory[]> =>
  db.select(columns).from(eggCategory).orderBy(asc(eggCategory.name), asc(eggCategory.id))

export const switchOffEggCategories = async (tx: Transaction, ids: readonly string[]): Promise<number> => {
  const changed = await tx
    .update(eggCategory)
    .set({ enabled: false, version: sql`${eggCategory.version} + 1`, updatedAt: sql`now()` })
    .where(and(inArray(eggCategory.id, [...ids]), eq(eggCategory.enabled, true)))
    .returning({ id: eggCategory.id })
  return changed.length
}
