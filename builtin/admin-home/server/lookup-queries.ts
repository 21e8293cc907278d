import type { DatabaseService, Queries } from '@spawnpoint/sdk/server'
import { and, eq, lte, ne } from 'drizzle-orm'
import { lookup, type LookupRecord } from './tables.ts'

export interface LookupKey {
  readonly repository: string
  readonly kind: LookupRecord['kind']
}

const isKey = ({ repository, kind }: LookupKey) =>
  and(eq(lookup.repository, repository), eq(lookup.kind, kind))

export const findLookup = async (db: Queries, key: LookupKey): Promise<LookupRecord | null> => {
  const [found] = await db.select().from(lookup).where(isKey(key))
  return found ?? null
}

/** True for the one process that may ask now: the last try was before `before`, or there was none. */
export const claimLookup = async (
  db: Queries,
  key: LookupKey,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> => {
  const claimed = await db
    .insert(lookup)
    .values({ ...key, askedAt: now })
    .onConflictDoUpdate({
      target: [lookup.repository, lookup.kind],
      set: { askedAt: now },
      setWhere: lte(lookup.askedAt, before),
    })
    .returning({ kind: lookup.kind })
  return claimed.length > 0
}

export const saveLookup = async (
  { orm }: DatabaseService,
  key: LookupKey,
  found: Partial<Pick<LookupRecord, 'answer' | 'answeredAt' | 'etag' | 'failure'>>,
): Promise<void> => {
  await orm.update(lookup).set(found).where(isKey(key))
  // Results for any other repository are obsolete.
  await orm.delete(lookup).where(ne(lookup.repository, key.repository))
}
