import type { Attempt } from '@spawnpoint/contracts/webhooks'
import type { DeliveryProblem, DeliveryStatus } from '@spawnpoint/contracts/webhooks/schemas'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, lt, ne, sql } from 'drizzle-orm'
import { messagesOf, type ReceiverRef } from './receiver-queries.ts'
import { delivery, type Delivery } from './tables.ts'

/** A message belongs to a webhook, or to a plugin with its address and its key. */
type Belonging =
  | { readonly webhookId: string; readonly eventId: string | null }
  | { readonly plugin: string; readonly addressId: string; readonly key: string | null }

export type NewDelivery = Belonging & {
  readonly event: string
  readonly body: string
  readonly people: readonly string[]
  readonly status: 'pending' | 'held'
  /** Pending without a job of its own. */
  readonly waits?: boolean
  readonly createdAt: Date
}

/** Null when this event or key was recorded before: it may come again, and is sent once. */
export async function addDelivery(tx: Queries, values: NewDelivery): Promise<string | null> {
  const [row] = await tx
    .insert(delivery)
    .values({ ...values, people: [...values.people], id: createRowId(values.createdAt.getTime()) })
    .onConflictDoNothing()
    .returning({ id: delivery.id })
  return row?.id ?? null
}

export interface Wanted {
  readonly id: string
  readonly webhook?: string
  readonly plugin?: string
}

export async function findDelivery(db: Queries, { id, webhook, plugin }: Wanted): Promise<Delivery | null> {
  const where = and(
    eq(delivery.id, id),
    webhook === undefined ? undefined : eq(delivery.webhookId, webhook),
    plugin === undefined ? undefined : eq(delivery.plugin, plugin),
  )
  const [row] = await db.select().from(delivery).where(where)
  return row ?? null
}

export interface Settled {
  readonly status: DeliveryStatus
  readonly problem: DeliveryProblem | null
  readonly httpStatus: number | null
  readonly response: string | null
  readonly nextAt: Date | null
  readonly waits: boolean
  readonly attempt: Attempt
}

export const settleDelivery = (tx: Queries, id: string, { attempt, ...values }: Settled) =>
  tx
    .update(delivery)
    .set({
      ...values,
      attempts: sql`${delivery.attempts} + 1`,
      log: sql`${delivery.log} || ${JSON.stringify([attempt])}::jsonb`,
    })
    .where(eq(delivery.id, id))

/** Ends a message without an attempt. */
export const dropDelivery = (db: Queries, id: string, problem: DeliveryProblem) =>
  db
    .update(delivery)
    .set({ status: 'failed', problem, nextAt: null, waits: false })
    .where(eq(delivery.id, id))

export const holdDelivery = (db: Queries, id: string) =>
  db.update(delivery).set({ status: 'held', nextAt: null, waits: false }).where(eq(delivery.id, id))

/** True when the message may be sent again: one that is still under way may not. */
export async function restartDelivery(tx: Queries, id: string): Promise<boolean> {
  const rows = await tx
    .update(delivery)
    .set({ status: 'pending', problem: null, httpStatus: null, response: null, attempts: 0, nextAt: null })
    .where(and(eq(delivery.id, id), ne(delivery.status, 'pending')))
    .returning({ id: delivery.id })
  return rows.length === 1
}

/** The oldest that were held back, which may be sent from now on. */
export async function releaseHeld(
  tx: Queries,
  receiver: ReceiverRef,
  most: number,
): Promise<readonly string[]> {
  const held = tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(messagesOf(receiver), eq(delivery.status, 'held')))
    .orderBy(asc(delivery.id))
    .limit(most)
    .for('update')
  const rows = await tx
    .update(delivery)
    .set({ status: 'pending', attempts: 0, problem: null })
    // As an array it is read once. A join may read it for each row, and then each time others are the first.
    .where(sql`${delivery.id} = any(array(${held}))`)
    .returning({ id: delivery.id })
  return rows.map(({ id }) => id).toSorted()
}

/** The log is for looking things up, not for keeping. */
export const sweepDeliveries = (db: Queries, before: Date) =>
  db.delete(delivery).where(lt(delivery.createdAt, before))

/** Messages about a person say who they were. */
export const forgetPerson = (db: Queries, person: string) =>
  db.delete(delivery).where(sql`${delivery.people} @> array[${person}::uuid]`)

export async function countFailed(db: Queries, since: Date): Promise<number> {
  return db.$count(delivery, and(eq(delivery.status, 'failed'), sql`${delivery.createdAt} > ${since}`))
}
