import { answer, type PluginConfig } from '@spawnpoint/sdk/server'
import { listDeliveries, replayDelivery, sendTest, type DeliveryView } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { composeMessage } from './compose-message.ts'
import { DELIVER } from './deliver.ts'
import { addDelivery, findDelivery, pageOfDeliveries, restart, type Delivery } from './deliveries.ts'
import { readSettings } from './settings.ts'

const present = (row: Delivery): DeliveryView => ({
  id: row.id,
  event: row.event,
  title: row.message.embeds[0]?.title ?? row.event,
  status: row.status,
  attempts: row.attempts,
  problem: row.problem,
  httpStatus: row.http_status,
  createdAt: row.created_at.toISOString(),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
})

const isConfigured = (config: PluginConfig) => readSettings(config).webhook_url !== undefined

export const readDeliveries = answer(listDeliveries, manifest, async ({ query, db, config }) => {
  const { rows, hasMore } = await pageOfDeliveries(db, query)
  return { deliveries: rows.map(present), hasMore, isConfigured: isConfigured(config) }
})

export const replay = answer(replayDelivery, manifest, async ({ params: { id }, fail, db, jobs }) => {
  if (!(await findDelivery(db, id))) throw fail('DISCORD_NOTIFICATIONS_UNKNOWN')
  await db.transaction(async (tx) => {
    if (!(await restart(tx, id))) throw fail('DISCORD_NOTIFICATIONS_PENDING')
    await jobs.add(DELIVER, { delivery: id }, { tx, key: `${DELIVER}:${id}` })
  })
  return {}
})

export const postTest = answer(sendTest, manifest, async ({ fail, clock, config, db, jobs }) => {
  if (!isConfigured(config)) throw fail('DISCORD_NOTIFICATIONS_NOT_CONFIGURED')
  const { language } = readSettings(config)
  const message = composeMessage('test', {}, { language, at: clock.now() })
  return db.transaction(async (tx) => {
    const id = await addDelivery(tx, { event: 'test', eventId: null, message })
    if (!id) throw new Error('a test message belongs to no event and so is never a repetition')
    await jobs.add(DELIVER, { delivery: id }, { tx, key: `${DELIVER}:${id}` })
    return { id }
  })
})
