import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database/create-test-database.ts'
import { writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { createApiClient } from '../../support/server/api-client.ts'
import { spawnServer } from '../../support/server/spawn-server.ts'

const plugins = createPluginsFolder()
const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-notifications-'))
let database: TestDatabase
let product: ReturnType<typeof spawnServer>

beforeAll(async () => {
  writeIsolatedPlugin(plugins, {
    id: 'crier',
    mode: 'worker',
    capabilities: ['server.http', 'server.db', 'server.jobs'],
    setup: `
      let ran = 0
      context.jobs.define('count', { payload: z.object({}) }, async () => void (ran += 1))
      context.http.endpoint(post('/api/crier/notify', { body: z.object({ channel: z.string(), text: z.string() }) }),
        async ({ body }) => {
          await context.db.sql\`select pg_notify(\${body.channel}, \${body.text})\`
          return {}
        })
      context.http.endpoint(post('/api/crier/start'), async () => {
        await context.jobs.add('count', {})
        return {}
      })
      context.http.endpoint(post('/api/crier/ran'), async () => ({ ran }))`,
  })
  database = await createTestDatabase({ migrationSets: [] })
  const secretKey = randomBytes(32).toString('base64')
  product = spawnServer({ databaseUrl: database.url, dataDir, secretKey, plugins: plugins.folder })
})
afterAll(async () => {
  await product.stop()
  await database.drop()
  plugins.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

const messages = [
  ['spawnpoint', '{"kind":"changes","users":null}'],
  ['spawnpoint', '{"kind":"user"}'],
  ['spawnpoint', 'null'],
  ['spawnpoint', 'aaaa.{"notice":{"kind":"settings"}}'],
  ['jobs:insert', '{"count":"all"}'],
  ['worker:migrate', '{"breaking":true,"migrationNumber":999}'],
] as const

it('[ISO4] messages that a plugin writes to the database’s channels end neither the product nor its jobs', async () => {
  const port = await product.port
  const api = createApiClient(`http://127.0.0.1:${port}`, 'http://127.0.0.1:5173', '')
  for (const [channel, text] of messages) {
    const { status, body } = await api.post('/api/crier/notify', { channel, text })
    expect(status, `${text}: ${JSON.stringify(body)}`).toBe(200)
  }
  // The worker hears of a new job on the connection that brought it the messages before.
  expect((await api.post('/api/crier/start')).status).toBe(200)
  await expect.poll(async () => (await api.post('/api/crier/ran')).body['ran']).toBe(1)
  expect((await api.get('/api/health/ready')).status).toBe(200)
})
