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
    module: `
      let ran = 0
      const notify = post('/api/crier/notify', { body: z.object({ channel: z.string(), text: z.string() }) })
      jobs.push(defineJob('count', { payload: z.object({}) }, manifest, async () => void (ran += 1)))
      endpoints.push(
        answer(notify, manifest, async ({ body, db }) => {
          await db.sql\`select pg_notify(\${body.channel}, \${body.text})\`
          return {}
        }),
        answer(post('/api/crier/start'), manifest, async ({ jobs }) => {
          await jobs.add('count', {})
          return {}
        }),
        answer(post('/api/crier/ran'), manifest, async () => ({ ran })),
      )`,
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
