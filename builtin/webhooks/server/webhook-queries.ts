import { ALL_EVENTS } from '@spawnpoint/contracts/webhooks/schemas'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { delivery, webhook } from './tables.ts'

export interface Target {
  readonly id: string
  readonly address: string
  readonly enabled: boolean
  readonly failingSince: Date | null
  readonly retryAt: Date | null
  readonly pausedAt: Date | null
}

const { id, address, enabled, failingSince, retryAt, pausedAt, events } = webhook
// The columns of a resource read moments as text.
const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const target = { id, address, enabled, failingSince, retryAt, pausedAt }

export async function findWebhook(db: Queries, wanted: string): Promise<Target | null> {
  const [row] = await db.select(target).from(webhook).where(eq(id, wanted))
  if (!row) return null
  const { failingSince: since, retryAt: retry, pausedAt: paused, ...rest } = row
  return { ...rest, failingSince: dateOf(since), retryAt: dateOf(retry), pausedAt: dateOf(paused) }
}

/** False when it was deleted meanwhile. */
export async function lockWebhook(tx: Queries, wanted: string): Promise<boolean> {
  const rows = await tx.select({ id }).from(webhook).where(eq(id, wanted)).for('no key update')
  return rows.length === 1
}

/** The enabled webhooks that want this event. */
export const listTargets = (db: Queries, event: string) =>
  db
    .select({ id, pausedAt })
    .from(webhook)
    .where(and(eq(enabled, true), sql`${events} ?| array[${event}, ${ALL_EVENTS}]`))

/** True for the one message that may try while the webhook fails; the others wait until `until`. */
export async function claimTry(db: Queries, wanted: string, now: Date, until: Date): Promise<boolean> {
  const rows = await db
    .update(webhook)
    .set({ retryAt: until.toISOString() })
    .where(and(eq(id, wanted), or(isNull(retryAt), sql`${retryAt} <= ${now.toISOString()}::timestamptz`)))
    .returning({ id })
  return rows.length === 1
}

export const noteSuccess = (db: Queries, wanted: string, now: Date) =>
  db
    .update(webhook)
    .set({ failingSince: null, retryAt: null, lastDeliveredAt: now.toISOString() })
    .where(eq(id, wanted))

/** Answers since when every attempt has failed. The first repetition comes soon: most failures are a restart of the receiver. */
export async function noteFailure(
  db: Queries,
  wanted: string,
  { now, soon, later }: { readonly now: Date; readonly soon: Date; readonly later: Date },
): Promise<Date> {
  const at = (date: Date) => sql`${date.toISOString()}::timestamptz`
  const [row] = await db
    .update(webhook)
    .set({
      retryAt: sql`case when ${failingSince} is null then ${at(soon)} else ${at(later)} end`,
      failingSince: sql`coalesce(${failingSince}, ${at(now)})`,
    })
    .where(eq(id, wanted))
    .returning({ failingSince })
  return dateOf(row?.failingSince ?? null) ?? now
}

/** Holds back what waits; false when the webhook was paused already. */
export async function pause(tx: Queries, wanted: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(webhook)
    .set({ pausedAt: now.toISOString() })
    .where(and(eq(id, wanted), isNull(pausedAt)))
    .returning({ id })
  if (rows.length === 0) return false
  await tx
    .update(delivery)
    .set({ status: 'held', nextAt: null })
    .where(and(eq(delivery.webhookId, wanted), eq(delivery.status, 'pending')))
  return true
}

/** False when the webhook was not paused. */
export async function resume(tx: Queries, wanted: string): Promise<boolean> {
  const rows = await tx
    .update(webhook)
    .set({ pausedAt: null, failingSince: null, retryAt: null })
    .where(and(eq(id, wanted), isNotNull(pausedAt)))
    .returning({ id })
  return rows.length === 1
}

export const listPaused = (db: Queries) =>
  db
    .select({ name: webhook.name })
    .from(webhook)
    .where(and(eq(enabled, true), isNotNull(pausedAt)))
