import { ALL_EVENTS } from '@spawnpoint/contracts/webhooks/schemas'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { webhook } from './tables.ts'

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

/** The enabled webhooks that want this event. */
export const listTargets = (db: Queries, event: string) =>
  db
    .select({ id, failingSince })
    .from(webhook)
    .where(and(eq(enabled, true), sql`${events} ?| array[${event}, ${ALL_EVENTS}]`))
    // Receivers are locked in this order.
    .orderBy(id)

export const listPaused = (db: Queries) =>
  db
    .select({ name: webhook.name })
    .from(webhook)
    .where(and(eq(enabled, true), isNotNull(pausedAt)))
