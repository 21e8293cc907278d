import { buildCompleted, buildFailed } from '@spawnpoint/contracts/server-queue'
import { serverDeleted } from '@spawnpoint/contracts/servers'
import { itemPurchased } from '@spawnpoint/contracts/store'
import { userCreated, UserNames } from '@spawnpoint/contracts/users'
import { listen, type Used } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { composeMessage } from './compose-message.ts'
import { DELIVER } from './deliver.ts'
import { addDelivery } from './deliveries.ts'
import { readSettings, type Topic } from './settings.ts'
import type { NewsKind } from './wording.ts'

type Context = Pick<Used<typeof manifest>, 'config' | 'db' | 'jobs' | 'services'>

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
  const { db, jobs } = event
  const settings = readSettings(event.config)
  if (!settings[news.topic] || settings.webhook_url === undefined) return
  const facts = { ...(await nameOf(event, news.user)), ...news.facts }
  const message = composeMessage(news.kind, facts, { language: settings.language, at: event.at })
  await db.transaction(async (tx) => {
    const id = await addDelivery(tx, { event: news.kind, eventId: event.id, message })
    if (id) await jobs.add(DELIVER, { delivery: id }, { tx, key: `${DELIVER}:${id}` })
  })
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
