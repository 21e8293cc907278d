import type {
  ClockService,
  PluginConfig,
  PluginDatabase,
  PluginHttp,
  PluginJobs,
} from '@spawnpoint/sdk/server'
import { listDeliveries, replayDelivery, sendTest, type DeliveryView } from '../contract/index.ts'
import { composeMessage } from './compose-message.ts'
import { DELIVER } from './deliver.ts'
import { addDelivery, findDelivery, pageOfDeliveries, restart, type Delivery } from './deliveries.ts'
import { readSettings } from './settings.ts'

interface Deps {
  readonly http: PluginHttp
  readonly db: PluginDatabase
  readonly jobs: PluginJobs
  readonly config: PluginConfig
  readonly clock: ClockService
}

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

export function answerDeliveries({ http, db, jobs, config, clock }: Deps) {
  const isConfigured = () => readSettings(config).webhook_url !== undefined

  http.endpoint(listDeliveries, async ({ query }) => {
    const { rows, hasMore } = await pageOfDeliveries(db, query)
    return { deliveries: rows.map(present), hasMore, isConfigured: isConfigured() }
  })

  http.endpoint(replayDelivery, async ({ params: { id }, fail }) => {
    if (!(await findDelivery(db, id))) throw fail('DISCORD_NOTIFICATIONS_UNKNOWN')
    await db.transaction(async (tx) => {
      if (!(await restart(tx, id))) throw fail('DISCORD_NOTIFICATIONS_PENDING')
      await jobs.add(DELIVER, { delivery: id }, { tx, key: `${DELIVER}:${id}` })
    })
    return {}
  })

  http.endpoint(sendTest, async ({ fail }) => {
    if (!isConfigured()) throw fail('DISCORD_NOTIFICATIONS_NOT_CONFIGURED')
    const { language } = readSettings(config)
    const message = composeMessage('test', {}, { language, at: clock.now() })
    return db.transaction(async (tx) => {
      const id = await addDelivery(tx, { event: 'test', eventId: null, message })
      if (!id) throw new Error('a test message belongs to no event and so is never a repetition')
      await jobs.add(DELIVER, { delivery: id }, { tx, key: `${DELIVER}:${id}` })
      return { id }
    })
  })
}
