import type { Queries } from '@spawnpoint/sdk/server'
import { and, desc, eq, sql } from 'drizzle-orm'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { uploadKey } from './tables.ts'

export type Key = typeof uploadKey.$inferSelect

/** A random key needs no slow hash. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

export const listKeysOf = (db: Queries, owner: string): Promise<readonly Key[]> =>
  db.select().from(uploadKey).where(eq(uploadKey.owner, owner)).orderBy(desc(uploadKey.createdAt))

export async function insertKey(
  db: Queries,
  { owner, name, now }: { readonly owner: string; readonly name: string; readonly now: Date },
): Promise<{ readonly key: Key; readonly secret: string }> {
  const secret = `img_${randomBytes(24).toString('base64url')}`
  const [key] = await db
    .insert(uploadKey)
    .values({ id: randomUUID(), owner, name, hash: hashOf(secret), hint: secret.slice(-4), createdAt: now })
    .returning()
  if (!key) throw new Error('an insert without a condition returns its row')
  return { key, secret }
}

export const lockKeysOf = (tx: Queries, owner: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`image-hosting:keys:${owner}`}, 0))`)

export const deleteKey = async (db: Queries, owner: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.delete(uploadKey).where(and(eq(uploadKey.id, id), eq(uploadKey.owner, owner)))
  return rowCount === 1
}

export const deleteKeysOf = (db: Queries, owner: string) =>
  db.delete(uploadKey).where(eq(uploadKey.owner, owner))

export const findKey = async (db: Queries, secret: string): Promise<Key | null> => {
  const [key] = await db
    .select()
    .from(uploadKey)
    .where(eq(uploadKey.hash, hashOf(secret)))
  return key ?? null
}

export const markUsed = (db: Queries, id: string, now: Date) =>
  db.update(uploadKey).set({ lastUsedAt: now }).where(eq(uploadKey.id, id))
