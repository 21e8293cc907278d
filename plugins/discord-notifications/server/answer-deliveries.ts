import type { WebhookMessage } from '@spawnpoint/contracts/webhooks'
import { answer } from '@spawnpoint/sdk/server'
import {
  listDeliveries,
  replayDelivery,
  sendTest,
  type DeliveryProblem,
  type DeliveryView,
} from '../contract/index.ts'
import manifest from '../manifest.ts'
import { bodyOf, channelOf, messagesOf } from './channel.ts'
import { composeMessage } from './compose-message.ts'
import { readSettings } from './settings.ts'
import { titleOf, type Language } from './wording.ts'

const GONE = [401, 403, 404, 410]

/** Why nothing arrived, as it concerns a channel. */
function problemOf({ problem, httpStatus }: WebhookMessage): DeliveryProblem | null {
  if (problem === null || problem === 'LIMITED') return problem
  if (httpStatus !== null && GONE.includes(httpStatus)) return 'WEBHOOK_GONE'
  if (problem === 'REFUSED' && httpStatus !== null && httpStatus < 500) return 'REFUSED'
  return ['REFUSED', 'TIMEOUT', 'UNREACHABLE'].includes(problem) ? 'UNREACHABLE' : 'NOT_SENT'
}

const present = (message: WebhookMessage, language: Language): DeliveryView => ({
  id: message.id,
  title: titleOf(message.event, language),
  status: message.status,
  attempts: message.attempts,
  problem: problemOf(message),
  httpStatus: message.httpStatus,
  createdAt: message.createdAt.toISOString(),
})

export const readDeliveries = answer(listDeliveries, manifest, async ({ query, config, services }) => {
  const settings = readSettings(config)
  const { messages, hasMore } = await messagesOf(services).list(query)
  return {
    deliveries: messages.map((each) => present(each, settings.language)),
    hasMore,
    isConfigured: channelOf(settings) !== null,
  }
})

const refusals = {
  unknown: 'DISCORD_NOTIFICATIONS_UNKNOWN',
  'under-way': 'DISCORD_NOTIFICATIONS_PENDING',
  paused: 'DISCORD_NOTIFICATIONS_PAUSED',
} as const

export const replay = answer(replayDelivery, manifest, async ({ params: { id }, fail, config, services }) => {
  // To the channel of today: a message that failed since its webhook was gone goes to the new one.
  const channel = channelOf(readSettings(config))
  if (!channel) throw fail('DISCORD_NOTIFICATIONS_NOT_CONFIGURED')
  const replayed = await messagesOf(services).replay({ id, to: channel })
  if (!replayed.ok) throw fail(refusals[replayed.reason])
  return {}
})

export const postTest = answer(sendTest, manifest, async ({ fail, clock, config, services }) => {
  const settings = readSettings(config)
  const channel = channelOf(settings)
  if (!channel) throw fail('DISCORD_NOTIFICATIONS_NOT_CONFIGURED')
  const message = composeMessage('test', {}, { language: settings.language, at: clock.now() })
  const sent = await messagesOf(services).test({ ...channel, body: bodyOf(message, settings) })
  if (!sent.ok) throw fail('DISCORD_NOTIFICATIONS_FULL')
  return { id: sent.id }
})
