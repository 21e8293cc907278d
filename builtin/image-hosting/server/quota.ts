import { imageHostingSettings } from '@spawnpoint/contracts/image-hosting'
import { MEGABYTE } from '@spawnpoint/contracts/image-hosting/schemas'
import type { Queries, SettingsService, Transaction } from '@spawnpoint/sdk/server'
import { and, eq, gt, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { image, reservation } from './tables.ts'

export interface Used {
  readonly bytes: number
  readonly files: number
  readonly today: number
}

export interface Quota extends Used {
  readonly largestFile: number
}

export type Shortage = 'IMAGE_HOSTING_FULL' | 'IMAGE_HOSTING_TOO_MANY' | 'IMAGE_HOSTING_DAILY'

// An upload takes seconds; what is older was left by a process that ended.
const LONGEST_UPLOAD = 15 * 60_000
const DAY = 86_400_000

export const readQuota = (settings: SettingsService): Quota => {
  const set = settings.read(imageHostingSettings)
  return {
    bytes: set.image_hosting_storage * MEGABYTE,
    files: set.image_hosting_max_files,
    today: set.image_hosting_daily_uploads,
    largestFile: set.image_hosting_max_file_size * MEGABYTE,
  }
}

/** Uploads of one person are counted one after the other, in whichever process. */
const lockOwner = (tx: Transaction, owner: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`image-hosting:${owner}`}, 0))`)

/** Images and uploads under way; deleted images take no room, and count for their day. */
export async function readUsed(db: Queries, owner: string, now: Date): Promise<Used> {
  const [since, alive] = [new Date(now.getTime() - DAY), new Date(now.getTime() - LONGEST_UPLOAD)]
  const isThere = sql`${image.deletedAt} is null and ${image.withheld} is distinct from 'removed'`
  const [stored] = await db
    .select({
      bytes: sql<number>`coalesce(sum(${image.bytes}) filter (where ${isThere}), 0)::float8`,
      files: sql<number>`(count(*) filter (where ${isThere}))::integer`,
      today: sql<number>`(count(*) filter (where ${gt(image.createdAt, since)}))::integer`,
    })
    .from(image)
    .where(eq(image.owner, owner))
  const [coming] = await db
    .select({
      bytes: sql<number>`coalesce(sum(${reservation.bytes}), 0)::float8`,
      files: sql<number>`count(*)::integer`,
    })
    .from(reservation)
    .where(and(eq(reservation.owner, owner), gt(reservation.createdAt, alive)))
  const files = coming?.files ?? 0
  return {
    bytes: (stored?.bytes ?? 0) + (coming?.bytes ?? 0),
    files: (stored?.files ?? 0) + files,
    today: (stored?.today ?? 0) + files,
  }
}

/** The quota that keeps so much more from being stored; null where there is room. */
export function findShortage(used: Used, more: Used, quota: Quota): Shortage | null {
  if (used.bytes + more.bytes > quota.bytes) return 'IMAGE_HOSTING_FULL'
  if (used.files + more.files > quota.files) return 'IMAGE_HOSTING_TOO_MANY'
  return more.today > 0 && used.today + more.today > quota.today ? 'IMAGE_HOSTING_DAILY' : null
}

/** Runs `work` while nothing else of this person is counted; it gets what is used. */
export async function withUsed<R>(
  tx: Transaction,
  owner: string,
  now: Date,
  work: (used: Used) => Promise<R>,
): Promise<R> {
  await lockOwner(tx, owner)
  return work(await readUsed(tx, owner, now))
}

/** Takes room before anything is stored, so that uploads at the same moment cannot share it. */
export const reserve = (
  tx: Transaction,
  request: { readonly owner: string; readonly bytes: number; readonly now: Date; readonly quota: Quota },
): Promise<{ readonly id: string } | { readonly shortage: Shortage }> =>
  withUsed(tx, request.owner, request.now, async (used) => {
    const { owner, bytes, now, quota } = request
    const shortage = findShortage(used, { bytes, files: 1, today: 1 }, quota)
    if (shortage) return { shortage }
    const id = randomUUID()
    await tx.insert(reservation).values({ id, owner, bytes, createdAt: now })
    return { id }
  })

export const release = (db: Queries, id: string) => db.delete(reservation).where(eq(reservation.id, id))

export const dropOldReservations = (db: Queries, now: Date) =>
  db
    .delete(reservation)
    .where(
      sql`${reservation.createdAt} < ${new Date(now.getTime() - LONGEST_UPLOAD).toISOString()}::timestamptz`,
    )
