import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { createApiClient } from '../../support/server/api-client.ts'
import { spawnSupervised } from '../../support/server/spawn-supervised.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const HANG_AFTER_MS = 1_000
const SECRET_KEY = randomBytes(32).toString('base64')
const undo: (() => unknown)[] = []
let server: TestServer
let cookie = ''
beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY } })
  // The jobs are for the product that has the plugins.
  await server.server.core.runner.stop()
  const { api } = await server.signIn({ role: 'Administrator' })
  cookie = [...api.jar].map((pair) => pair.join('=')).join('; ')
})
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})
afterAll(() => server.stop())

type Product = ReturnType<typeof createProduct>

/** A product of its own process beside the one of this test, which has the administrator. */
function createProduct(setups: Readonly<Record<string, string>>, nodeArgs: readonly string[] = []) {
  const plugins = createPluginsFolder()
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-loop-'))
  for (const [id, setup] of Object.entries(setups))
    writeIsolatedPlugin(plugins, { id, mode: 'process', capabilities: ['server.http', 'server.jobs'], setup })
  const product = spawnSupervised(
    {
      APP_URL: server.config.origin,
      DATABASE_URL: server.config.databaseUrl ?? '',
      DATA_DIR: dataDir,
      SECRET_KEY,
      PLUGINS: plugins.folder,
      HANG_AFTER_MS: String(HANG_AFTER_MS),
    },
    nodeArgs,
  )
  undo.push(
    plugins.remove,
    () => rmSync(dataDir, { recursive: true, force: true }),
    () => product.stop(),
  )
  return { ...product, dataDir }
}

async function client(product: Product, start = 1) {
  await expect.poll(() => product.starts.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(start)
  const { port, pid } = product.starts.at(-1) ?? { port: 0, pid: 0 }
  return { api: createApiClient(`http://127.0.0.1:${port}`, server.config.origin, cookie), pid }
}

async function found(product: Product, start: number, id: string) {
  const { body } = await (await client(product, start)).api.get('/api/plugin-manager/plugins')
  const rows = body['plugins'] as { id: string; state: string; reason: string | null }[]
  const row = rows.find((each) => each.id === id)
  return [row?.state, row?.reason]
}

const spin = 'const spin = () => { for (;;); }\n'
const says = /kept the whole product from answering for \d+ s, at spin \(server\/index\.ts:\d+\)/
const because = (effect: string): unknown =>
  expect.stringMatching(new RegExp(`^${effect.replaceAll(/[/()]/g, '\\$&')}: ${says.source}$`))

it(
  '[ISO11] a product that a plugin keeps from answering comes back by itself, without it',
  { timeout: 400_000 },
  async () => {
    const product = createProduct({
      'spins-in-handler': `${spin} context.http.endpoint(post('/api/spins-in-handler/go'), async () => { await 1; spin() })`,
      'spins-in-tap': `${spin} let ready = false
      context.http.endpoint(post('/api/spins-in-tap/go'), async () => { ready = true; return {} })
      context.describeSession(async () => { if (ready) spin(); return {} })`,
      'spins-in-job': `${spin} context.jobs.define('work', { payload: z.object({}) }, async () => spin())
      context.http.endpoint(post('/api/spins-in-job/go'), async () => { await context.jobs.add('work', {}); return {} })`,
    })
    // The answers are cut off with the process.
    const call = async (start: number, path: string) =>
      (await client(product, start)).api.post(path).catch(() => null)

    void call(1, '/api/spins-in-handler/go')
    expect(await found(product, 2, 'spins-in-handler')).toEqual([
      'quarantined',
      because('POST /api/spins-in-handler/go'),
    ])
    expect(await found(product, 2, 'spins-in-tap')).toEqual(['active', null])
    expect(existsSync(join(product.dataDir, 'hung-plugin.json'))).toBe(false)
    expect(product.said()).toMatch(
      /The plugin spins-in-handler kept the product from answering for \d+ s \(POST/,
    )
    expect(product.said()).toMatch(/starts again, without the plugin that hung/)

    await call(2, '/api/spins-in-tap/go')
    void (await client(product, 2)).api.get('/api/user/session').catch(() => null)
    expect(await found(product, 3, 'spins-in-tap')).toEqual(['quarantined', because('describeSession')])

    await call(3, '/api/spins-in-job/go')
    expect(await found(product, 4, 'spins-in-job')).toEqual(['quarantined', because('job work')])
    expect((await (await client(product, 4)).api.get('/api/health/ready')).status).toBe(200)
  },
)

it(
  '[ISO11] also one that loops while it starts, or in what it left running',
  { timeout: 300_000 },
  async () => {
    const product = createProduct({
      'spins-at-start': `${spin} spin()`,
      'spins-later': `${spin} const work = async () => { for (;;) await null }
      context.http.endpoint(post('/api/spins-later/go'), async () => { setTimeout(work, 5); return {} })`,
    })
    expect(await found(product, 1, 'spins-at-start')).toEqual(['quarantined', because('its set-up')])
    await (await client(product, 1)).api.post('/api/spins-later/go')
    expect(await found(product, 2, 'spins-later')).toEqual([
      'quarantined',
      expect.stringMatching(/^POST \/api\/spins-later\/go: kept the whole product from answering/),
    ])
  },
)

const calm = { calm: `context.http.endpoint(post('/api/calm/go'), async () => ({}))` }
const isUp = async (product: Product) => {
  const { api } = await client(product)
  await expect.poll(async () => (await api.post('/api/calm/go')).status, { timeout: 60_000 }).toBe(200)
  return [product.starts.length, product.said()]
}

it(
  '[ISO11] is no false alarm: long work of the product’s own, a process that was stopped',
  { timeout: 180_000 },
  async () => {
    const product = createProduct(calm)
    const { pid } = await client(product)
    process.kill(pid, 'SIGUSR2')
    await pause(HANG_AFTER_MS * 2)
    expect(await isUp(product)).toEqual([1, ''])
    process.kill(pid, 'SIGSTOP')
    await pause(HANG_AFTER_MS * 2)
    process.kill(pid, 'SIGCONT')
    expect(await isUp(product)).toEqual([1, ''])
  },
)

it(
  '[ISO11] is no false alarm: a loop that somebody looks at with a debugger',
  { timeout: 180_000 },
  async () => {
    const looped = `context.http.endpoint(post('/api/looks/go'), async () => {
    const until = performance.now() + ${HANG_AFTER_MS * 2.5}; while (performance.now() < until); return {} })`
    const product = createProduct({ looks: looped }, ['--inspect=127.0.0.1:0'])
    const { api } = await client(product)
    expect((await api.post('/api/looks/go')).status).toBe(200)
    expect(product.starts).toHaveLength(1)
  },
)
