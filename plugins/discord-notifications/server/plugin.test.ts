import { serverDeleted } from '@spawnpoint/contracts/servers'
import { userCreated, UserNames } from '@spawnpoint/contracts/users'
import {
  WebhookMessages,
  type WebhookMessage,
  type WebhookMessageRequest,
  type WebhookReplayRequest,
  type WebhookTestRequest,
} from '@spawnpoint/contracts/webhooks'
import { standIn, startPluginServer, type TestPluginServer } from '@spawnpoint/sdk/testing/server'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listDeliveries, replayDelivery, sendTest } from '../contract/index.ts'
import { composeMessage } from './compose-message.ts'

const folder = join(import.meta.dirname, '..')
const url = 'https://discord.com/api/webhooks/1/a-secret-token'
const address = `${url}?wait=true`
const view = { permissions: ['plugin.discord-notifications.view'] }
const send = { permissions: ['plugin.discord-notifications.view', 'plugin.discord-notifications.send'] }

const name = { id: randomUUID(), username: 'grace' }
const names = { find: async () => name, findMany: async () => [name] }

/** The messages of the plugin as it gave them; the answers of the service are those of the test. */
const sent: WebhookMessageRequest[] = []
const tests: WebhookTestRequest[] = []
const replays: WebhookReplayRequest[] = []
let listed: WebhookMessage[] = []
let replayed: { ok: true } | { ok: false; reason: 'unknown' | 'under-way' | 'paused' } = { ok: true }
const added = { ok: true, repeated: false, status: 'pending' } as const

let server: TestPluginServer
beforeAll(async () => {
  server = await startPluginServer({
    folder,
    services: [
      standIn(UserNames, names),
      standIn(WebhookMessages, {
        async send(request) {
          sent.push(request)
          return { ...added, id: randomUUID() }
        },
        async test(request) {
          tests.push(request)
          return { ...added, id: randomUUID() }
        },
        async replay(request) {
          replays.push(request)
          return replayed
        },
        list: async () => ({ messages: listed, hasMore: false }),
      }),
    ],
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  for (const each of [sent, tests, replays]) each.length = 0
})

const configure = (values: Readonly<Record<string, unknown>>) =>
  server.server.plugins.writeConfig('discord-notifications', values, null)

/** All events that happened so far were delivered. */
const quiet = () =>
  expect
    .poll(() =>
      server.rows(`select 1 from graphile_worker._private_jobs where payload->>'plugin' = 'kernel'`),
    )
    .toEqual([])

describe('what happens is posted', () => {
  it('[DIS7] nothing while no webhook is set', async () => {
    const ada = await server.signIn(send)
    await server.emit(userCreated, { id: ada.id })
    await quiet()
    await expect(ada.call(sendTest)).rejects.toMatchObject({ code: 'DISCORD_NOTIFICATIONS_NOT_CONFIGURED' })
    const replay = ada.call(replayDelivery, { params: { id: randomUUID() } })
    await expect(replay).rejects.toMatchObject({ code: 'DISCORD_NOTIFICATIONS_NOT_CONFIGURED' })
    expect(await ada.call(listDeliveries)).toMatchObject({ isConfigured: false })
    expect([...sent, ...tests]).toEqual([])
  })

  it('[DIS1] [DIS6] one message an event, to the channel, signed with the secret of the settings', async () => {
    await configure({ webhook_url: url, signing_secret: 'twenty-four letters or more' })
    const user = randomUUID()
    await server.emit(userCreated, { id: user })
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      address,
      secret: 'twenty-four letters or more',
      event: 'users:created',
      people: [user],
    })
    const [event] = await server.rows<{ id: string }>(
      `select id from kernel.outbox where payload->>'id' = $1`,
      [user],
    )
    expect(sent[0]?.key).toBe(event?.id)
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      username: 'Spawnpoint',
      embeds: [{ title: 'New account', description: 'grace created an account.' }],
      allowed_mentions: { parse: [] },
    })
  })

  it('[DIS7] and nothing of a topic that is off', async () => {
    await configure({ webhook_url: url, servers: false })
    await server.emit(serverDeleted, { id: randomUUID(), owner: randomUUID() })
    await server.emit(userCreated, { id: randomUUID() })
    await expect.poll(() => sent.map(({ event }) => event)).toEqual(['users:created'])
    await quiet()
    expect(sent).toHaveLength(1)
  })

  it('[DIS8] the webhook is told to nobody', async () => {
    await configure({ webhook_url: url })
    const stored = await server.rows('select config::text as config from kernel.plugin')
    expect(JSON.stringify(stored)).toContain('webhook_url')
    expect(JSON.stringify(stored)).not.toContain('a-secret-token')
    expect(JSON.stringify(await server.server.plugins.readConfig('discord-notifications'))).not.toContain(
      'a-secret-token',
    )
  })

  it('the log needs one permission, sending another', async () => {
    const nobody = await server.signIn()
    await expect(nobody.call(listDeliveries)).rejects.toMatchObject({ status: 403 })
    const viewer = await server.signIn(view)
    await expect(viewer.call(sendTest)).rejects.toMatchObject({ status: 403 })
  })
})

describe('the log', () => {
  const message = { host: 'discord.com', attempts: 1, createdAt: new Date(), nextAt: null }
  const failed = { ...message, event: 'users:created', status: 'failed' } as const

  it('[DIS3] says why a message did not arrive', async () => {
    await configure({ webhook_url: url })
    const answers = [
      ['REFUSED', 404, 'WEBHOOK_GONE'],
      ['GONE', 410, 'WEBHOOK_GONE'],
      ['REFUSED', 400, 'REFUSED'],
      ['REFUSED', 502, 'UNREACHABLE'],
      ['TIMEOUT', null, 'UNREACHABLE'],
      ['LIMITED', 429, 'LIMITED'],
      ['DISABLED', null, 'NOT_SENT'],
    ] as const
    listed = answers.map(([problem, httpStatus]) => ({ ...failed, id: randomUUID(), problem, httpStatus }))
    const { deliveries } = await (await server.signIn(view)).call(listDeliveries)
    expect(deliveries.map(({ problem }) => problem)).toEqual(answers.map(([, , shown]) => shown))
  })

  it('[DIS4] shows each message by its title, and sends it again to the channel of today', async () => {
    await configure({ webhook_url: url })
    const test = { ...message, id: randomUUID(), event: 'webhooks.test', status: 'delivered' } as const
    listed = [
      { ...failed, id: randomUUID(), problem: 'GONE', httpStatus: 410 },
      { ...test, problem: null, httpStatus: 204 },
    ]
    const ada = await server.signIn(send)
    const { deliveries } = await ada.call(listDeliveries)
    expect(deliveries.map(({ title }) => title)).toEqual(['New account', 'Test message'])
    await ada.call(replayDelivery, { params: { id: test.id } })
    expect(replays).toMatchObject([{ id: test.id, to: { address } }])
    for (const [reason, code] of [
      ['unknown', 'DISCORD_NOTIFICATIONS_UNKNOWN'],
      ['under-way', 'DISCORD_NOTIFICATIONS_PENDING'],
      ['paused', 'DISCORD_NOTIFICATIONS_PAUSED'],
    ] as const) {
      replayed = { ok: false, reason }
      await expect(ada.call(replayDelivery, { params: { id: test.id } })).rejects.toMatchObject({ code })
    }
  })
})

it('[DIS5] names reach Discord as text that draws nothing and wakes nobody', () => {
  const at = new Date('2026-05-04T09:00:00Z')
  const facts = { name: '@everyone **bold** [x](https://evil.example) {reason}', reason: 'none' }
  const { embeds, allowed_mentions } = composeMessage('server-queue:failed', facts, { language: 'en', at })
  expect(allowed_mentions).toEqual({ parse: [] })
  expect(embeds[0]?.description).toBe(
    String.raw`\@everyone \*\*bold\*\* \[x\]\(https://evil.example\) {reason}'s server couldn't be built: none.`,
  )
})
