import { contains, readPage } from '@spawnpoint/sdk/list/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { image, uploadKey, type Image } from './tables.ts'

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const NAME = 10
/** Says nothing about its owner or its time, and cannot be guessed. */
const newName = () => Array.from({ length: NAME }, () => signs.charAt(randomInt(signs.length))).join('')

export async function insertImage(db: Queries, row: Omit<typeof image.$inferInsert, 'name'>): Promise<Image> {
  const [saved] = await db
    .insert(image)
    .values({ ...row, name: newName() })
    .returning()
  if (!saved) throw new Error('an insert without a condition returns its row')
  return saved
}

export interface ImageQuery {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly search: string
  readonly sort?: 'createdAt' | 'bytes' | 'title' | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly deleted: boolean
}

export type ListedImage = Image & { readonly keyName: string | null }

/** Images that staff took down are no longer their owner's. */
const isOwned = sql`${image.withheld} is distinct from 'removed'`

const sorts = { createdAt: image.createdAt, bytes: image.bytes, title: image.title }

export const listOf = (db: Queries, owner: string, query: ImageQuery) => {
  const { cursor, limit, search, sort = 'createdAt', order = 'desc', deleted } = query
  const by = sorts[sort]
  const where = and(
    eq(image.owner, owner),
    isOwned,
    deleted ? isNotNull(image.deletedAt) : isNull(image.deletedAt),
    search === '' ? undefined : contains(image.title, search),
  )
  return readPage({
    sort,
    order,
    by,
    id: image.id,
    cursor,
    limit,
    read: async ({ past, orderBy, limit: most, position }) => {
      const rows = await db
        .select({ image, keyName: uploadKey.name, ...position })
        .from(image)
        .leftJoin(uploadKey, eq(uploadKey.id, image.keyId))
        .where(and(where, past))
        .orderBy(...orderBy)
        .limit(most)
      return rows.map(({ image: row, ...rest }) => ({ ...row, ...rest }))
    },
  })
}

export const findImage = async (db: Queries, name: string): Promise<Image | null> => {
  const [found] = await db.select().from(image).where(eq(image.name, name))
  return found ?? null
}

/** Answers the images that changed: deleting twice is no error. */
export const markDeleted = (
  db: Queries,
  { names, owner, at }: { readonly names: readonly string[]; readonly owner: string; readonly at: Date },
): Promise<readonly Image[]> =>
  db
    .update(image)
    .set({ deletedAt: at })
    .where(and(inArray(image.name, [...names]), eq(image.owner, owner), isOwned, isNull(image.deletedAt)))
    .returning()

export const listDeleted = (
  db: Queries,
  names: readonly string[],
  owner: string,
): Promise<readonly Image[]> =>
  db
    .select()
    .from(image)
    .where(and(inArray(image.name, [...names]), eq(image.owner, owner), isOwned, isNotNull(image.deletedAt)))

export const markRestored = (db: Queries, ids: readonly bigint[]) =>
  db
    .update(image)
    .set({ deletedAt: null })
    .where(inArray(image.id, [...ids]))

/** An image that staff look at stays until they have decided. */
export const takeDeletedBefore = (db: Queries, before: Date): Promise<readonly Image[]> =>
  db
    .delete(image)
    .where(and(lt(image.deletedAt, before), isNull(image.withheld)))
    .returning()

export const markWithheld = async (
  db: Queries,
  name: string,
  withheld: Image['withheld'],
): Promise<Image | null> => {
  const [row] = await db.update(image).set({ withheld }).where(eq(image.name, name)).returning()
  return row ?? null
}

export const takeNamed = (db: Queries, name: string): Promise<readonly Image[]> =>
  db.delete(image).where(eq(image.name, name)).returning()

export const takeOwned = (db: Queries, owner: string): Promise<readonly Image[]> =>
  db.delete(image).where(eq(image.owner, owner)).returning()
