import type { KindName, NewNotification } from '@spawnpoint/contracts/notifications'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Routine } from './next-moment.ts'
import { delivery, device, preference, routine, type Delivery } from './tables.ts'

export const plainRoutine: Routine = { quietFrom: null, quietTo: null, timeZone: 'UTC', digest: 'off' }

export const readRoutines = async (
  db: Queries,
  people: readonly string[],
): Promise<ReadonlyMap<string, Routine>> => {
  if (people.length === 0) return new Map()
  const rows = await db
    .select()
    .from(routine)
    .where(inArray(routine.person, [...people]))
  return new Map(rows.map((row) => [row.person, row]))
}

/** The people among these, or among all, who asked for that kind by push or Discord and can be reached there. */
export async function readReachable(
  tx: Queries,
  { plugin, kind }: KindName,
  channel: 'push' | 'discord',
  users: readonly string[] | 'everyone',
): Promise<readonly string[]> {
  const able =
    channel === 'push'
      ? sql`exists (select from notifications.device d where d.person = ${preference.person})`
      : sql`exists (select from notifications.routine r where r.person = ${preference.person} and r.discord_webhook is not null)`
  const rows = await tx
    .select({ person: preference.person })
    .from(preference)
    .where(
      and(
        eq(preference.plugin, plugin),
        eq(preference.kind, kind),
        eq(preference[channel], true),
        able,
        users === 'everyone' ? undefined : inArray(preference.person, [...users]),
      ),
    )
  return rows.map(({ person }) => person)
}

export const insertDelivery = (
  tx: Queries,
  { plugin, kind, params = {}, link }: NewNotification,
  row: Pick<Delivery, 'person' | 'channel' | 'dueAt' | 'createdAt'>,
) => tx.insert(delivery).values({ ...row, plugin, kind, params, link: link ?? null })

// A process that ends meanwhile leaves them to the next one after that time.
const LEASE_MS = 300_000

/** Takes what is due, each by one process; an attempt is counted before it is made. */
export const claimDue = async (db: Queries, now: Date, limit: number): Promise<readonly Delivery[]> => {
  const due = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(lte(delivery.dueAt, now))
    .orderBy(asc(delivery.dueAt), asc(delivery.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(delivery)
    .set({ dueAt: new Date(now.getTime() + LEASE_MS), attempts: sql`${delivery.attempts} + 1` })
    // As an array it is read once. A join may read it for each row, and then each time others are the first.
    .where(sql`${delivery.id} = any(array(${due}))`)
    .returning()
  return rows.toSorted((one, other) => Number(one.id - other.id))
}

export const deleteDeliveries = (db: Queries, ids: readonly bigint[]) =>
  db.delete(delivery).where(inArray(delivery.id, [...ids]))

export const postpone = (db: Queries, id: bigint, dueAt: Date) =>
  db.update(delivery).set({ dueAt }).where(eq(delivery.id, id))

export const listDevices = (db: Queries, person: string) =>
  db.select().from(device).where(eq(device.person, person)).orderBy(asc(device.createdAt))

export const deleteDevice = async (db: Queries, person: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.delete(device).where(and(eq(device.id, id), eq(device.person, person)))
  return rowCount === 1
}
