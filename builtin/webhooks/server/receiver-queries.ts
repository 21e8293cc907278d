import type { Queries, SecretsService } from '@spawnpoint/sdk/server'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { openSealed } from './secret-queries.ts'
import { delivery, pluginAddress, webhook, type Delivery } from './tables.ts'
import { findWebhook } from './webhook-queries.ts'

/** A receiver of messages: a webhook of the operator, or an address of a plugin. */
export interface ReceiverRef {
  readonly kind: 'webhook' | 'address'
  readonly id: string
}

/** A receiver in the payload of a job. */
export const receiverPayload = z.union([z.object({ webhook: z.uuid() }), z.object({ address: z.uuid() })])

export const receiverIn = (payload: z.output<typeof receiverPayload>): ReceiverRef =>
  'webhook' in payload ? { kind: 'webhook', id: payload.webhook } : { kind: 'address', id: payload.address }

export interface Receiver extends ReceiverRef {
  /** Null when another SECRET_KEY sealed it. */
  readonly address: string | null
  readonly host: string
  readonly enabled: boolean
  readonly failingSince: Date | null
  readonly retryAt: Date | null
  readonly pausedAt: Date | null
}

// Both tables have the columns of the state under the same names.
const tables = { webhook, address: pluginAddress }
const columns = { webhook: delivery.webhookId, address: delivery.addressId }
const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`

export const messagesOf = ({ kind, id }: ReceiverRef) => eq(columns[kind], id)

export function receiverOf({ id, webhookId, addressId }: Delivery): ReceiverRef {
  if (webhookId !== null) return { kind: 'webhook', id: webhookId }
  if (addressId !== null) return { kind: 'address', id: addressId }
  throw new Error(`the message ${id} has no receiver, which its table forbids`)
}

export async function findReceiver(
  db: Queries,
  secrets: SecretsService,
  { kind, id }: ReceiverRef,
): Promise<Receiver | null> {
  if (kind === 'webhook') {
    const row = await findWebhook(db, id)
    return row && { kind, host: new URL(row.address).hostname, ...row }
  }
  const [row] = await db.select().from(pluginAddress).where(eq(pluginAddress.id, id))
  return row ? { ...row, kind, enabled: true, address: openSealed(secrets, row.address) } : null
}

/** False when it was deleted meanwhile. */
export async function lockReceiver(tx: Queries, { kind, id }: ReceiverRef): Promise<boolean> {
  const { rows } = await tx.execute(sql`select id from ${tables[kind]} where id = ${id} for no key update`)
  return rows.length === 1
}

/** True for the one message that may try while the receiver fails; the others wait until `until`. */
export async function claimTry(
  db: Queries,
  { kind, id }: ReceiverRef,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update ${tables[kind]} set retry_at = ${moment(until)}
    where id = ${id} and (retry_at is null or retry_at <= ${moment(now)}) returning id`)
  return rows.length === 1
}

const succeeded = z.object({ failed: z.boolean() })

/** True when the receiver had failed before. */
export async function noteSuccess(db: Queries, { kind, id }: ReceiverRef, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with before as (select failing_since from ${tables[kind]} where id = ${id})
    update ${tables[kind]} set failing_since = null, retry_at = null, last_delivered_at = ${moment(now)}
    from before where id = ${id} returning before.failing_since is not null as failed`)
  return rows[0] !== undefined && succeeded.parse(rows[0]).failed
}

const failing = z.object({ since: z.coerce.number(), retry: z.coerce.number() })

/** Answers since when every attempt has failed, and when one may try again. The first repetition comes soon: most failures are a restart of the receiver. */
export async function noteFailure(
  db: Queries,
  { kind, id }: ReceiverRef,
  { now, soon, later }: { readonly now: Date; readonly soon: Date; readonly later: Date },
): Promise<{ readonly failingSince: Date; readonly retryAt: Date }> {
  const { rows } = await db.execute(sql`
    update ${tables[kind]} set
      retry_at = case when failing_since is null then ${moment(soon)} else ${moment(later)} end,
      failing_since = coalesce(failing_since, ${moment(now)})
    where id = ${id} returning
      extract(epoch from failing_since) * 1000 as since, extract(epoch from retry_at) * 1000 as retry`)
  if (!rows[0]) return { failingSince: now, retryAt: soon }
  const { since, retry } = failing.parse(rows[0])
  return { failingSince: new Date(since), retryAt: new Date(retry) }
}

/** Holds back what waits; false when the receiver was paused already. */
export async function pause(tx: Queries, receiver: ReceiverRef, now: Date): Promise<boolean> {
  const { kind, id } = receiver
  const { rows } = await tx.execute(sql`
    update ${tables[kind]} set paused_at = ${moment(now)} where id = ${id} and paused_at is null returning id`)
  if (rows.length === 0) return false
  await tx
    .update(delivery)
    .set({ status: 'held', nextAt: null, waits: false })
    .where(and(messagesOf(receiver), eq(delivery.status, 'pending')))
  return true
}

/** False when the receiver was not paused. */
export async function resume(tx: Queries, { kind, id }: ReceiverRef): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update ${tables[kind]} set paused_at = null, failing_since = null, retry_at = null
    where id = ${id} and paused_at is not null returning id`)
  return rows.length === 1
}
