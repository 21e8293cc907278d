import type { PictureVariant, SavedPicture } from '@spawnpoint/contracts/pictures'
import type { Db, Queries } from '@spawnpoint/sdk/server'
import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import type { EncodedPicture } from './encode-picture.ts'
import { content, picture } from './tables.ts'

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const newId = () => Array.from({ length: 16 }, () => signs[randomInt(signs.length)]).join('')

const extensions = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const satisfies Record<SavedPicture['type'], SavedPicture['extension']>

export const extensionOf = (type: SavedPicture['type'] | 'image/avif'): string =>
  type === 'image/avif' ? 'avif' : extensions[type]

type Row = { picture: typeof picture.$inferSelect; content: typeof content.$inferSelect }

export const base = '/api/pictures'
export const fileOf = (type: SavedPicture['type'], variant: PictureVariant) =>
  `${variant}.${variant === 'picture' ? extensions[type] : 'webp'}`
/** Variants whose format follows what the browser accepts. */
export const smaller = ['web', 'thumbnail'] as const
export type SmallerVariant = (typeof smaller)[number]

const present = ({ picture: { id, owner, purpose, hidden }, content: found }: Row): SavedPicture => {
  const { hash, likeness, width, height, bytes, type, animated, hasWeb } = found
  const path = (variant: PictureVariant) => `${base}/${id}/${fileOf(type, variant)}`
  return {
    id,
    owner,
    purpose,
    hash,
    likeness,
    width,
    height,
    bytes,
    type,
    animated,
    hidden,
    extension: extensions[type],
    url: path('picture'),
    webUrl: hasWeb ? `${base}/${id}/web` : path('picture'),
    thumbnailUrl: `${base}/${id}/thumbnail`,
  }
}

export const findRows = (db: Queries, ids: readonly string[]): Promise<readonly Row[]> =>
  db
    .select()
    .from(picture)
    .innerJoin(content, eq(content.id, picture.contentId))
    .where(inArray(picture.id, [...ids]))

export const findPictures = async (db: Queries, ids: readonly string[]): Promise<readonly SavedPicture[]> =>
  ids.length === 0 ? [] : (await findRows(db, ids)).map(present)

export async function findStored(db: Queries, hash: string): Promise<string | null> {
  const [found] = await db
    .select({ id: content.id })
    .from(content)
    .where(and(eq(content.hash, hash), eq(content.state, 'stored')))
  return found?.id ?? null
}

export const insertContent = (db: Queries, id: string, encoded: EncodedPicture, now: Date) => {
  const { hash, likeness, type, width, height, animated, web } = encoded
  return db.insert(content).values({
    id,
    hash,
    likeness,
    type,
    width,
    height,
    animated,
    bytes: encoded.picture.length,
    hasWeb: web !== null,
    state: 'storing',
    changedAt: now,
  })
}

/** False if another process stored the same meanwhile; this one's is removed as unfinished then. */
export const markStored = (db: Db, { id, hash }: { readonly id: string; readonly hash: string }, now: Date) =>
  db.transaction(async (tx) => {
    // Another upload of the same bytes waits here, then sees the row of this one.
    await tx.execute(sql`select from pictures.content where hash = ${hash} order by id for update`)
    const { rowCount } = await tx.execute(sql`
      update pictures.content set state = 'stored', changed_at = ${now.toISOString()}::timestamptz
      where id = ${id} and state = 'storing' and not exists (
        select from pictures.content other where other.hash = content.hash and other.state = 'stored')`)
    return rowCount === 1
  })

/** Null if the content went meanwhile. */
export async function insertPicture(
  db: Queries,
  row: Pick<typeof picture.$inferInsert, 'contentId' | 'owner' | 'purpose' | 'createdAt'>,
): Promise<SavedPicture | null> {
  const id = newId()
  const { rowCount } = await db.execute(sql`
    insert into pictures.picture (id, content_id, owner, purpose, created_at)
    select ${id}, c.id, ${row.owner ?? null}, ${row.purpose}, ${row.createdAt.toISOString()}::timestamptz
    from pictures.content c where c.id = ${row.contentId} and c.state = 'stored' for key share`)
  if (rowCount !== 1) return null
  const [saved] = await findPictures(db, [id])
  return saved ?? null
}

export async function keepPictures(
  db: Queries,
  ids: readonly string[],
  owner: string | null,
  now: Date,
): Promise<boolean> {
  if (ids.length === 0) return true
  const isOwn = owner === null ? isNull(picture.owner) : eq(picture.owner, owner)
  const { rowCount } = await db
    .update(picture)
    .set({ keptAt: now })
    .where(and(inArray(picture.id, [...ids]), isOwn))
  return rowCount === new Set(ids).size
}

export const hidePictures = async (db: Queries, ids: readonly string[], hidden: boolean): Promise<void> => {
  if (ids.length > 0)
    await db
      .update(picture)
      .set({ hidden })
      .where(inArray(picture.id, [...ids]))
}

export const deletePictures = async (db: Queries, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.delete(picture).where(inArray(picture.id, [...ids]))
}

export const findOwned = (db: Queries, owner: string) =>
  db
    .select({ id: picture.id, purpose: picture.purpose, type: content.type })
    .from(picture)
    .innerJoin(content, eq(content.id, picture.contentId))
    .where(and(eq(picture.owner, owner), isNotNull(picture.keptAt)))
    .orderBy(picture.createdAt, picture.id)

export const deleteOwned = async (db: Queries, owner: string): Promise<void> => {
  await db.delete(picture).where(eq(picture.owner, owner))
}

export const deleteUnkept = async (db: Queries, before: Date): Promise<void> => {
  await db.delete(picture).where(and(isNull(picture.keptAt), lt(picture.createdAt, before)))
}

const isUnused = (db: Queries) =>
  notExists(db.select({ id: picture.id }).from(picture).where(eq(picture.contentId, content.id)))

/** Content that nothing uses, and what a crash left half stored or half removed. */
export const listOrphans = async (db: Queries, before: Date, limit: number): Promise<readonly string[]> => {
  const rows = await db
    .select({ id: content.id })
    .from(content)
    .where(and(lt(content.changedAt, before), isUnused(db)))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** From now on no upload finds it. The lock waits for uploads that are about to use it. */
export async function markRemoving(tx: Queries, id: string): Promise<boolean> {
  await tx.select({ id: content.id }).from(content).where(eq(content.id, id)).for('update')
  const { rowCount } = await tx
    .update(content)
    .set({ state: 'removing' })
    .where(and(eq(content.id, id), isUnused(tx)))
  return rowCount === 1
}

/** Content for which AVIF was not tried yet, the oldest first. */
export const listUntried = async (db: Queries, limit: number): Promise<readonly string[]> => {
  const rows = await db
    .select({ id: content.id })
    .from(content)
    .where(and(eq(content.state, 'stored'), isNull(content.avif)))
    .orderBy(content.changedAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** False if the content went, or if another process was first. The clean-up waits for this lock; uploads do not. */
export async function lockUntried(tx: Queries, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from pictures.content where id = ${id} and state = 'stored' and avif is null for no key update skip locked`,
  )
  return rowCount === 1
}

export const saveAvif = async (db: Queries, id: string, avif: SmallerVariant[]): Promise<void> => {
  await db.update(content).set({ avif }).where(eq(content.id, id))
}

export const deleteContent = async (db: Queries, id: string): Promise<void> => {
  await db.delete(content).where(eq(content.id, id))
}
