import type { DeliveryProblem, DeliveryStatus } from '../contract/index.ts'
import type { PluginDatabase, PluginQueries } from '@spawnpoint/sdk/server'
import type { Message } from './compose-message.ts'

export interface Delivery {
  readonly id: string
  readonly event: string
  readonly message: Message
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly problem: DeliveryProblem | null
  readonly http_status: number | null
  readonly created_at: Date
  readonly delivered_at: Date | null
}

const PAGE = 25

/** Null when this event was taken before: it is delivered at least once, and posted once. */
export async function addDelivery(
  tx: PluginQueries,
  { event, eventId, message }: { event: string; eventId: string | null; message: Message },
): Promise<string | null> {
  const [row] = await tx.sql<{ id: string }>`
    insert into delivery (event, event_id, message) values (${event}, ${eventId}, ${JSON.stringify(message)}::jsonb)
    on conflict (event_id) do nothing returning id`
  return row?.id ?? null
}

export async function findDelivery(db: PluginQueries, id: string): Promise<Delivery | null> {
  const [row] = await db.sql<Delivery>`select * from delivery where id = ${id}`
  return row ?? null
}

export async function pageOfDeliveries(
  db: PluginDatabase,
  { status, before }: { status?: DeliveryStatus | undefined; before?: string | undefined },
) {
  const rows = await db.sql<Delivery>`
    select * from delivery
    where (${status ?? null}::text is null or status = ${status ?? null})
      and (${before ?? null}::uuid is null
        or (created_at, id) < (select created_at, id from delivery where id = ${before ?? null}::uuid))
    order by created_at desc, id desc limit ${PAGE + 1}`
  return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE }
}

export async function markDelivered(db: PluginQueries, id: string, status: number) {
  await db.sql`
    update delivery set status = 'delivered', problem = null, http_status = ${status}, attempts = attempts + 1,
      delivered_at = now() where id = ${id}`
}

export async function markTrouble(
  db: PluginQueries,
  id: string,
  trouble: {
    readonly problem: DeliveryProblem
    readonly httpStatus: number | null
    readonly isFinal: boolean
  },
) {
  await db.sql`
    update delivery set status = ${trouble.isFinal ? 'failed' : 'pending'}, problem = ${trouble.problem},
      http_status = ${trouble.httpStatus}, attempts = attempts + 1 where id = ${id}`
}

/** True when the delivery may be sent again: one that is still under way may not. */
export async function restart(tx: PluginQueries, id: string): Promise<boolean> {
  const rows = await tx.sql`
    update delivery set status = 'pending', problem = null, http_status = null, attempts = 0
    where id = ${id} and status <> 'pending' returning id`
  return rows.length === 1
}

/** The log is for looking things up, not for keeping. */
export async function sweepDeliveries(db: PluginQueries) {
  await db.sql`delete from delivery where created_at < now() - interval '30 days'`
}
