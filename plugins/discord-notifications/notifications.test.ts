import type { Manifest } from '@spawnpoint/sdk/common'
import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { packPlugin } from '../../sdk/package/pack-plugin.ts'
import { listDeliveries, sendTest } from './contract/index.ts'
import { buildForTest, type BuiltPlugin } from '../../sdk/testing/plugin-server/build-for-test.ts'
import { rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import { startOutsideService } from '../../tests/support/server/outside-service.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const id = 'discord-notifications'
const secret = 'twenty-four letters or more'
const plugins = createPluginsFolder()
// In the past, so that what waits for its time by this clock is due at once for the queue.
let now = Date.now() - 400 * 86_400_000
let built: BuiltPlugin
let discord: Awaited<ReturnType<typeof startOutsideService>>
let server: TestServer
let api: Awaited<ReturnType<TestServer['signIn']>>['api']

beforeAll(async () => {
  discord = await startOutsideService(['discord.com'])
  built = buildForTest(import.meta.dirname)
  server = await startTestServer({ roots: rootsWith(plugins), clock: { now: () => new Date(now) } })
  api = (await server.signIn({ role: 'Administrator' })).api
  // On a busy machine the news of this account would come after the webhook is set up.
  const waiting = 'select 1 from kernel.outbox where fanned_out_at is null'
  await vi.waitFor(async () => expect((await server.pool.query(waiting)).rowCount).toBe(0))
  await install(await packOld())
  await server.server.plugins.enable(id, null)
  await server.server.plugins.writeConfig(
    id,
    { webhook_url: 'https://discord.com/api/webhooks/1/token', signing_secret: secret },
    null,
  )
})
afterAll(async () => {
  await server.stop()
  discord.stop()
  built.remove()
  plugins.remove()
})

/** Version 1.0 as far as the database is concerned: a table of its own. */
async function packOld() {
  const file = join(built.dist, 'manifest.json')
  const text = readFileSync(file, 'utf8')
  const { files, capabilities, ...manifest } = JSON.parse(text) as Manifest
  const { 'server/migrations/0002_drop_delivery.sql': dropped, ...old } = files ?? {}
  expect(dropped).toBeDefined()
  const rights = [...capabilities, 'server.db', 'server.jobs']
  writeFileSync(
    file,
    JSON.stringify({ ...manifest, version: '1.0.0', files: old, capabilities: rights, dependencies: {} }),
  )
  try {
    return await packPlugin(built.dist)
  } finally {
    writeFileSync(file, text)
  }
}

async function install(bytes: Uint8Array) {
  const { packages } = server.server.plugins
  const { id: review, consent, problems } = await packages.review(bytes, null)
  expect(problems).toEqual([])
  return packages.install(review, { consent, actor: null })
}

async function titled(title: string) {
  const { body } = await api.get(listDeliveries.path)
  return listDeliveries.reply.parse(body).deliveries.filter((each) => each.title === title)
}
const tests = () => titled('Test message')
const accounts = () => titled('New account')
const posted = (title: string) => discord.received.filter(({ body }) => body.includes(title))

it('[DIS9] deletes the log of version 1.0 with the upgrade, and keeps the settings', async () => {
  const { pool } = server
  await pool.query(`insert into discord_notifications.delivery (event, message) values ('test', '{}')`)
  expect(await install(await packPlugin(built.dist))).toMatchObject({ version: '1.1.0', state: 'active' })
  const { rows } = await pool.query(`select to_regclass('discord_notifications.delivery') as delivery`)
  expect(rows).toEqual([{ delivery: null }])
  const { body } = await api.get(listDeliveries.path)
  expect(body).toMatchObject({ deliveries: [], isConfigured: true })
})

it('[DIS6] posts from its worker to Discord, signed, and says that it arrived', async () => {
  await api.post(sendTest.path)
  await expect.poll(tests).toMatchObject([{ status: 'delivered', httpStatus: 200, attempts: 1 }])
  const [post, ...more] = posted('Test message')
  if (!post) throw new Error('nothing arrived')
  expect(more).toEqual([])
  expect(post.path).toBe('/api/webhooks/1/token?wait=true')
  expect(JSON.parse(post.body)).toMatchObject({ username: 'Spawnpoint', allowed_mentions: { parse: [] } })
  const { 'webhook-id': mark, 'webhook-timestamp': at } = post.headers
  const signature = createHmac('sha256', secret).update(`${String(mark)}.${String(at)}.${post.body}`)
  expect(post.headers['webhook-signature']).toBe(`v1,${signature.digest('base64')}`)
})

it('[DIS2] waits as long as Discord says, then posts the same message', async () => {
  discord.answer(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  await server.signIn({ username: 'grace' })
  await expect.poll(accounts).toMatchObject([{ status: 'pending', problem: 'LIMITED', httpStatus: 429 }])
  discord.answer(() => ({ status: 204 }))
  now += 599_000
  const [{ id: message } = { id: '' }] = await accounts()
  const due = await server.pool.query(
    'select next_at from webhooks.delivery where id = $1 and next_at > $2',
    [message, new Date(now)],
  )
  expect(due.rowCount).toBe(1)
  now += 1_000
  await expect.poll(accounts).toMatchObject([{ status: 'delivered', problem: null }])
  const [first, second] = posted('grace')
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})

it('[DIS3] gives up a webhook that is gone', async () => {
  discord.answer(() => ({ status: 404 }))
  await server.signIn({ username: 'ada' })
  await expect.poll(accounts).toMatchObject([{ status: 'failed', problem: 'WEBHOOK_GONE', attempts: 1 }, {}])
})
