import { cpSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listDeliveries, sendTest } from './contract/index.ts'
import { buildForTest, type BuiltPlugin } from '../../sdk/testing/plugin-server/build-for-test.ts'
import { rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const id = 'discord-notifications'
const plugins = createPluginsFolder()
interface Posted {
  readonly url: string
  readonly headers: Record<string, unknown>
  readonly body: { readonly embeds: readonly { readonly title: string }[] }
}
const posted: Posted[] = []
const isTest = ({ body }: Posted) => body.embeds[0]?.title === 'Test message'
let answer = { status: 200, headers: {} as Record<string, string> }
let built: BuiltPlugin
let discord: Server
let server: TestServer
let api: Awaited<ReturnType<TestServer['signIn']>>['api']

beforeAll(async () => {
  const pair = await generate([{ name: 'commonName', value: 'discord.com' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'discord.com' }] }],
  })
  discord = createServer({ key: pair.private, cert: pair.cert }, (request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      posted.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(body) })
      response.writeHead(answer.status, answer.headers).end('{}')
    })
  })
  await new Promise<void>((resolve) => discord.listen(0, '127.0.0.1', resolve))
  built = buildForTest(import.meta.dirname)
  cpSync(built.dist, join(plugins.folder, id, 'dist'), { recursive: true })
  // A server that listens on a port has an address of this kind.
  const { port } = discord.address() as AddressInfo
  server = await startTestServer({
    roots: rootsWith(plugins),
    network: { hosts: { 'discord.com': '127.0.0.1' }, ca: pair.cert, port },
  })
  await server.server.plugins.enable(id, null)
  await server.server.plugins.writeConfig(
    id,
    {
      webhook_url: 'https://discord.com/api/webhooks/1/token',
      signing_secret: 'twenty-four letters or more',
    },
    null,
  )
  api = (await server.signIn({ role: 'Administrator' })).api
})
afterAll(async () => {
  await server.stop()
  built.remove()
  plugins.remove()
  discord.closeAllConnections()
  discord.close()
})

/** The test's own messages: that somebody registered may still be told from before the topic was off. */
async function sent() {
  const { body } = await api.get(listDeliveries.path)
  return listDeliveries.reply.parse(body).deliveries.filter(({ event }) => event === 'test')
}

it('[DIS6] posts from its worker to Discord, signed, and says that it arrived', async () => {
  await api.post(sendTest.path)
  await expect
    .poll(sent)
    .toMatchObject([{ event: 'test', status: 'delivered', httpStatus: 200, attempts: 1 }])
  expect(posted.filter(isTest)).toHaveLength(1)
  expect(posted.find(isTest)).toMatchObject({
    url: '/api/webhooks/1/token?wait=true',
    headers: {
      host: expect.stringMatching(/^discord\.com/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    },
    body: { username: 'Spawnpoint', embeds: [{ title: 'Test message' }], allowed_mentions: { parse: [] } },
  })
})

it('[DIS2] waits as long as Discord says, then posts the same message', async () => {
  answer = { status: 429, headers: { 'retry-after': '0.5' } }
  await api.post(sendTest.path)
  await expect.poll(sent).toMatchObject([{ status: 'pending', problem: 'LIMITED', httpStatus: 429 }, {}])
  answer = { status: 200, headers: {} }
  await expect.poll(sent).toMatchObject([{ status: 'delivered', problem: null }, {}])
})

it('[DIS3] gives up a webhook that is gone', async () => {
  answer = { status: 404, headers: {} }
  const before = posted.filter(isTest).length
  await api.post(sendTest.path)
  await expect.poll(sent).toMatchObject([{ status: 'failed', problem: 'WEBHOOK_GONE', attempts: 1 }, {}, {}])
  expect(posted.filter(isTest)).toHaveLength(before + 1)
})
