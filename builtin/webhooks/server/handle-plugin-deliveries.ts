import {
  listPluginDeliveries,
  readPluginAddresses,
  readPluginDelivery,
  replayPluginDelivery,
  resumePluginAddress,
} from '@spawnpoint/contracts/webhooks'
import { readPage } from '@spawnpoint/sdk/list/server'
import { answer, Audit, Database, Jobs, listen, pluginRemoved, Secrets } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { replayMessage, replayRefusalOf } from './create-messages.ts'
import { findDelivery } from './delivery-queries.ts'
import { present, presentDetails, queueRelease } from './handle-deliveries.ts'
import { dropPlugin, isAddressOf, listAddresses, listedMessages } from './message-queries.ts'
import { resume } from './receiver-queries.ts'
import { delivery } from './tables.ts'

export const handleListPluginDeliveries = answer(
  listPluginDeliveries,
  { db: Database },
  async ({ params: { plugin }, query: { cursor, limit, filter }, db }) => {
    const where = and(
      eq(delivery.plugin, plugin),
      filter.status === undefined ? undefined : eq(delivery.status, filter.status),
    )
    const { items, ...page } = await readPage({
      sort: 'id',
      order: 'desc',
      id: delivery.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        listedMessages(db.orm)
          .where(and(where, past))
          .orderBy(...orderBy)
          .limit(most),
    })
    return { items: items.map((row) => ({ ...present(row), host: row.host })), ...page }
  },
)

export const handleReadPluginDelivery = answer(
  readPluginDelivery,
  { db: Database },
  async ({ params, db, fail }) => {
    const row = await findDelivery(db.orm, { id: params.delivery, plugin: params.plugin })
    if (!row) throw fail('NOT_FOUND')
    return { item: presentDetails(row) }
  },
)

export const handleReplayPluginDelivery = answer(
  replayPluginDelivery,
  { audit: Audit, db: Database, jobs: Jobs, secrets: Secrets },
  async ({ params: { plugin, delivery: id }, actor, fail, audit, db, jobs, secrets }) => {
    const row = await findDelivery(db.orm, { id, plugin })
    if (!row) throw fail('NOT_FOUND')
    try {
      await db.orm.transaction(async (tx) => {
        await replayMessage({ jobs, secrets }, tx, { id })
        const after = { delivery: id, event: row.event }
        await audit.write(tx, { actor: actor.id, action: 'webhooks:replayed', target: plugin, after })
      })
    } catch (error) {
      throw fail(replayRefusalOf(error) === 'paused' ? 'WEBHOOKS_NOT_ACTIVE' : 'WEBHOOKS_UNDER_WAY')
    }
    return {}
  },
)

export const handleReadPluginAddresses = answer(
  readPluginAddresses,
  { db: Database },
  async ({ params: { plugin }, db }) => {
    const addresses = await listAddresses(db.orm, plugin)
    return {
      addresses: addresses.map(({ id, host, failingSince, pausedAt }) => ({
        id,
        host,
        failingSince: failingSince?.toISOString() ?? null,
        pausedAt: pausedAt?.toISOString() ?? null,
      })),
    }
  },
)

export const handleResumePluginAddress = answer(
  resumePluginAddress,
  { audit: Audit, db: Database, jobs: Jobs },
  async ({ params: { plugin, address }, actor, fail, audit, db, jobs }) => {
    if (!(await isAddressOf(db.orm, plugin, address))) throw fail('NOT_FOUND')
    await db.orm.transaction(async (tx) => {
      const receiver = { kind: 'address', id: address } as const
      if (!(await resume(tx, receiver))) return
      await audit.write(tx, { actor: actor.id, action: 'webhooks:resumed', target: plugin })
      await queueRelease(jobs, tx, receiver)
    })
    return {}
  },
)

/** Another plugin may come under the same id: it finds nothing of this one. */
export const dropRemovedPlugin = listen(pluginRemoved, { db: Database }, ({ payload, db }) =>
  dropPlugin(db.orm, payload.id),
)
