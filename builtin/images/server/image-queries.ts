import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { image, type ImageRow } from './tables.ts'

/** Null where the name is taken. */
export const insertImage = async (tx: Transaction, row: ImageRow): Promise<ImageRow | null> => {
  const [inserted] = await tx.insert(image).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

export const findImages = (db: Queries, ids: readonly string[]): Promise<ImageRow[]> =>
  db
    .select()
    .from(image)
    .where(inArray(image.id, [...ids]))

export const listByName = (db: Queries): Promise<ImageRow[]> =>
  db.select().from(image).orderBy(asc(image.name))

export const deleteImage = async (tx: Transaction, id: string): Promise<ImageRow | null> => {
  const [deleted] = await tx.delete(image).where(eq(image.id, id)).returning()
  return deleted ?? null
}

const isTaken = (tx: Transaction, id: string, name: string) =>
  tx.$count(image, and(eq(sql`lower(${image.name})`, name.toLowerCase()), ne(image.id, id)))

/** The row as it was; null where the image is gone, `taken` where another has the name. */
export const updateName = async (
  tx: Transaction,
  id: string,
  name: string,
): Promise<ImageRow | 'taken' | null> => {
  const [row] = await tx.select().from(image).where(eq(image.id, id)).for('update')
  if (!row) return null
  if ((await isTaken(tx, id, name)) > 0) return 'taken'
  await tx.update(image).set({ name }).where(eq(image.id, id))
  return row
}
