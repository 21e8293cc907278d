import { buildCompleted, buildFailed } from '@spawnpoint/contracts/server-queue'
import { serverDeleted } from '@spawnpoint/contracts/servers'
import { itemPurchased } from '@spawnpoint/contracts/store'
import { userCreated, UserNames } from '@spawnpoint/contracts/users'
import { listen, type Used } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { bodyOf, channelOf, messagesOf } from './channel.ts'
import { composeMessage } from './compose-message.ts'
import { readSettings, type Topic } from './settings.ts'
import type { NewsKind } from './wording.ts'

type Context = Pick<Used<typeof manifest>, 'config' | 'log' | 'services'>

interface News {
  readonly topic: Topic
  readonly kind: NewsKind
  readonly user: string
  readonly facts?: Readonly<Record<string, string | number>>
}

async function nameOf({ services }: Context, user: string): Promise<Readonly<Record<string, string>>> {
  const person = await services.find(UserNames)?.find(user)
  return person ? { name: person.username } : {}
}

async function announce(event: Context & { readonly id: string; readonly at: Date }, news: News) {
  const { log, services } = event
  const settings = readSettings(event.config)
  const channel = channelOf(settings)
  if (!settings[news.topic] || !channel) return
  const facts = { ...(await nameOf(event, news.user)), ...news.facts }
  const message = composeMessage(news.kind, facts, { language: settings.language, at: event.at })
  // Events arrive at least once: the key makes each of them one message.
  const own = { event: news.kind, key: event.id, people: [news.user] }
  const sent = await messagesOf(services).send({ ...channel, ...own, body: bodyOf(message, settings) })
  if (!sent.ok) log.warn({ event: news.kind, reason: sent.reason }, 'message left out')
}

export const listeners = [
  listen(userCreated, manifest, (event) =>
    announce(event, { topic: 'accounts', kind: 'users:created', user: event.payload.id }),
  ),
  listen(buildCompleted, manifest, (event) =>
    announce(event, { topic: 'servers', kind: 'server-queue:completed', user: event.payload.owner }),
  ),
  listen(buildFailed, manifest, (event) =>
    announce(event, {
      topic: 'servers',
      kind: 'server-queue:failed',
      user: event.payload.owner,
      facts: { reason: event.payload.reason },
    }),
  ),
  listen(serverDeleted, manifest, (event) =>
    announce(event, { topic: 'servers', kind: 'servers:deleted', user: event.payload.owner }),
  ),
  listen(itemPurchased, manifest, (event) => {
    const { user, item, quantity, price } = event.payload
    return announce(event, {
      topic: 'purchases',
      kind: 'store:purchased',
      user,
      facts: { item, quantity, price },
    })
  }),
]
