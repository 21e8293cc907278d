import type { DeliveryProblem } from '@spawnpoint/contracts/webhooks/schemas'
import type { JobsService, Queries, SecretsService, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, eq, sql } from 'drizzle-orm'
import { findReceiver, lockReceiver, messagesOf, type ReceiverRef } from './receiver-queries.ts'
import { delivery, type Delivery } from './tables.ts'

export const RETRY = 'retry'

/** One job for each receiver, however many messages wait for it. */
export const queueRetry = (
  jobs: JobsService,
  tx: Transaction,
  { kind, id }: ReceiverRef,
  runAt: Date | null = null,
) => jobs.add(RETRY, { [kind]: id }, { tx, key: `${RETRY}:${id}`, ...(runAt && { runAt }) })

interface Deps {
  readonly jobs: JobsService
  readonly secrets: SecretsService
}

/**
 * Has the receiver's job come to a message that waits. The lock keeps a stale time of the receiver from putting off the job
 * that a success has just queued.
 */
export async function awaitReceiver({ jobs, secrets }: Deps, tx: Transaction, at: ReceiverRef) {
  if (!(await lockReceiver(tx, at))) return
  const receiver = await findReceiver(tx, secrets, at)
  await queueRetry(jobs, tx, at, receiver?.retryAt)
}

const due = sql`coalesce(${delivery.nextAt}, ${delivery.createdAt})`
const waitsFor = (at: ReceiverRef) => and(messagesOf(at), eq(delivery.waits, true))

export const dueAt = ({ nextAt, createdAt }: Pick<Delivery, 'nextAt' | 'createdAt'>) => nextAt ?? createdAt

/** The waiting message whose time comes first. */
export async function findWaiting(db: Queries, at: ReceiverRef): Promise<Delivery | null> {
  const [row] = await db
    .select()
    .from(delivery)
    .where(waitsFor(at))
    .orderBy(asc(due), asc(delivery.id))
    .limit(1)
  return row ?? null
}

/** Takes its job away from a message. False when it was held back or is over meanwhile. */
export async function letWait(tx: Queries, id: string): Promise<boolean> {
  const rows = await tx
    .update(delivery)
    .set({ waits: true })
    .where(and(eq(delivery.id, id), eq(delivery.status, 'pending')))
    .returning({ id: delivery.id })
  return rows.length === 1
}

/** Up to `most` messages that get jobs of their own now, the oldest first. */
export async function takeWaiting(
  tx: Queries,
  at: ReceiverRef,
  most: number,
): Promise<readonly Pick<Delivery, 'id' | 'nextAt' | 'createdAt'>[]> {
  const first = tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(waitsFor(at))
    .orderBy(asc(due), asc(delivery.id))
    .limit(most)
    .for('update')
  const rows = await tx
    .update(delivery)
    .set({ waits: false })
    // As an array it is read once. A join may read it for each row, and then each time others are the first.
    .where(sql`${delivery.id} = any(array(${first}))`)
    .returning({ id: delivery.id, nextAt: delivery.nextAt, createdAt: delivery.createdAt })
  return rows.toSorted((a, b) => a.id.localeCompare(b.id))
}

/** Ends all that waits without an attempt. */
export const dropWaiting = (db: Queries, at: ReceiverRef, problem: DeliveryProblem) =>
  db.update(delivery).set({ status: 'failed', problem, nextAt: null, waits: false }).where(waitsFor(at))

export const holdWaiting = (db: Queries, at: ReceiverRef) =>
  db.update(delivery).set({ status: 'held', nextAt: null, waits: false }).where(waitsFor(at))
