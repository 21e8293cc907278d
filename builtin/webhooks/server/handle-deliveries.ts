import {
  listDeliveries,
  readDelivery,
  replayDelivery,
  resumeWebhook,
  testWebhook,
  type DeliveryView,
} from '@spawnpoint/contracts/webhooks'
import { TEST_EVENT } from '@spawnpoint/contracts/webhooks/schemas'
import { readPage } from '@spawnpoint/sdk/list/server'
import {
  answer,
  Audit,
  Clock,
  Database,
  defineJob,
  Instance,
  Jobs,
  Secrets,
  type JobsService,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { DELIVER, jobKey } from './deliver.ts'
import { addDelivery, findDelivery, releaseHeld, restartDelivery } from './delivery-queries.ts'
import { findReceiver, receiverIn, receiverPayload, resume, type ReceiverRef } from './receiver-queries.ts'
import { delivery, type Delivery } from './tables.ts'
import { findWebhook } from './webhook-queries.ts'

const AT_ONCE = 200
const RELEASE = 'release'

type Shown = 'id' | 'event' | 'status' | 'attempts' | 'problem' | 'httpStatus' | 'createdAt' | 'nextAt'

export const present = (row: Pick<Delivery, Shown>): DeliveryView => ({
  id: row.id,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  problem: row.problem,
  httpStatus: row.httpStatus,
  createdAt: row.createdAt.toISOString(),
  nextAt: row.nextAt?.toISOString() ?? null,
})

export const presentDetails = (row: Delivery) => {
  const { body, response, log } = row
  return { ...present(row), body, response, log: [...log] }
}

export const handleListDeliveries = answer(
  listDeliveries,
  { db: Database },
  async ({ params: { id }, query: { cursor, limit, filter }, db, fail }) => {
    if (!(await findWebhook(db.orm, id))) throw fail('NOT_FOUND')
    const where = and(
      eq(delivery.webhookId, id),
      filter.status === undefined ? undefined : eq(delivery.status, filter.status),
    )
    const { items, ...page } = await readPage({
      sort: 'id',
      order: 'desc',
      id: delivery.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        db.orm
          .select()
          .from(delivery)
          .where(and(where, past))
          .orderBy(...orderBy)
          .limit(most),
    })
    return { items: items.map(present), ...page }
  },
)

export const handleReadDelivery = answer(readDelivery, { db: Database }, async ({ params, db, fail }) => {
  const row = await findDelivery(db.orm, { id: params.delivery, webhook: params.id })
  if (!row) throw fail('NOT_FOUND')
  return { item: presentDetails(row) }
})

export const handleReplayDelivery = answer(
  replayDelivery,
  { audit: Audit, db: Database, jobs: Jobs },
  async ({ params, actor, fail, audit, db, jobs }) => {
    const row = await findDelivery(db.orm, { id: params.delivery, webhook: params.id })
    if (!row) throw fail('NOT_FOUND')
    const target = await findWebhook(db.orm, params.id)
    const isActive = target?.enabled === true && target.pausedAt === null
    if (!isActive && row.event !== TEST_EVENT) throw fail('WEBHOOKS_NOT_ACTIVE')
    await db.orm.transaction(async (tx) => {
      if (!(await restartDelivery(tx, row.id))) throw fail('WEBHOOKS_UNDER_WAY')
      await jobs.add(DELIVER, { delivery: row.id }, { tx, key: jobKey(row.id) })
      const entry = { actor: actor.id, target: params.id, after: { delivery: row.id, event: row.event } }
      await audit.write(tx, { action: 'webhooks:replayed', ...entry })
    })
    return {}
  },
)

export const handleTestWebhook = answer(
  testWebhook,
  { clock: Clock, db: Database, instance: Instance, jobs: Jobs },
  async ({ params: { id }, actor, fail, clock, db, instance, jobs }) => {
    if (!(await findWebhook(db.orm, id))) throw fail('NOT_FOUND')
    const at = clock.now()
    const data = { instance: instance.origin, sentBy: actor.id }
    const body = JSON.stringify({ type: TEST_EVENT, timestamp: at.toISOString(), data })
    const values = { webhookId: id, eventId: null, event: TEST_EVENT, body, people: [actor.id] }
    const added = await db.orm.transaction(async (tx) => {
      const made = await addDelivery(tx, { ...values, status: 'pending', createdAt: at })
      if (made === null) throw new Error('a test belongs to no event and so is never a repetition')
      await jobs.add(DELIVER, { delivery: made }, { tx, key: jobKey(made) })
      return made
    })
    return { delivery: added }
  },
)

export const handleResumeWebhook = answer(
  resumeWebhook,
  { audit: Audit, db: Database, jobs: Jobs },
  async ({ params: { id }, actor, fail, audit, db, jobs }) => {
    if (!(await findWebhook(db.orm, id))) throw fail('NOT_FOUND')
    await db.orm.transaction(async (tx) => {
      if (!(await resume(tx, { kind: 'webhook', id }))) return
      await audit.write(tx, { actor: actor.id, action: 'webhooks:resumed', target: id })
      await queueRelease(jobs, tx, { kind: 'webhook', id })
    })
    return {}
  },
)

export const queueRelease = (jobs: JobsService, tx: Transaction, { kind, id }: ReceiverRef) =>
  jobs.add(RELEASE, { [kind]: id }, { tx, key: `${RELEASE}:${id}` })

/** Sends what was held back, the oldest first and not all of it at once. */
export const release = defineJob(
  RELEASE,
  { payload: receiverPayload },
  { db: Database, jobs: Jobs, secrets: Secrets },
  async ({ payload, db, jobs, secrets }) => {
    const at = receiverIn(payload)
    await db.orm.transaction(async (tx) => {
      const receiver = await findReceiver(tx, secrets, at)
      if (!receiver || receiver.pausedAt !== null) return
      const released = await releaseHeld(tx, at, AT_ONCE)
      for (const each of released) await jobs.add(DELIVER, { delivery: each }, { tx, key: jobKey(each) })
      if (released.length === AT_ONCE) await queueRelease(jobs, tx, at)
    })
  },
)
