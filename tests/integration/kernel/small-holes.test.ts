import { once } from 'node:events'
import { connect } from 'node:net'
import { release } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer
beforeAll(async () => {
  writeIsolatedPlugin(plugins, {
    id: 'chatty',
    mode: 'process',
    capabilities: ['server.http', 'server.jobs'],
    module: `
      jobs.push(defineJob('fail', { payload: z.object({}), maxAttempts: 3 }, manifest, async () => {
        throw new Error('password=hunter2 ' + 'x'.repeat(1_000_000))
      }))
      const echo = post('/api/chatty/echo', { body: z.object({ text: z.string() }) })
      endpoints.push(
        answer(post('/api/chatty/fail'), manifest, async ({ jobs }) => { await jobs.add('fail', {}); return {} }),
        answer(echo, manifest, async ({ body }) => body),
      )`,
  })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

it('[KRN27] stores and logs the error of a job without its secrets, and not at any length', async () => {
  expect((await server.anonymous().post('/api/chatty/fail')).status).toBe(200)
  const failure = async () => {
    const { rows } = await server.pool.query<{ last_error: string | null }>(
      `select last_error from graphile_worker.jobs where last_error is not null`,
    )
    return rows[0]?.last_error ?? null
  }
  await expect.poll(failure).not.toBeNull()
  const text = (await failure()) ?? ''
  expect(text).toContain('password=[cut]')
  expect(text.length).toBeLessThan(10_000)
})

it('[KRN27] takes a client that leaves in the middle of a call for no error of the product', async () => {
  const { port, core } = server.server
  const closed = new Promise<void>((resolve) => {
    let open = 10
    for (let count = 0; count < 10; count += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.write(
          `POST /api/chatty/echo HTTP/1.1\r\nHost: a\r\nOrigin: ${server.config.origin}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
          () => socket.resetAndDestroy(),
        )
      })
      void once(socket, 'close').then(() => (open -= 1) === 0 && resolve())
    }
  })
  await closed
  // Handled after them: what they left behind would be in the log by now.
  for (let count = 0; count < 5; count += 1)
    await server.anonymous().post('/api/chatty/echo', { text: 'still here' })
  expect(core.recentLog.list().filter(({ message }) => message === 'a call failed')).toEqual([])
})

it('[SET1] shows no made-up debug values', async () => {
  const { body } = await server.anonymous().get('/api/system/settings')
  const settings = body['settings'] as Record<string, unknown>
  expect(release().startsWith(String(settings['debug_os_kernel']))).toBe(true)
  expect(settings['debug_os_kernel']).not.toBe('')
  expect(settings['debug']).toEqual({ useRedis: false, rateLimit: { enabled: true, limit: 8 } })
})

it('[KRN39] sends large answers of the kernel and of plugins compressed', async () => {
  const guest = server.anonymous()
  const accepts = { 'accept-encoding': 'br' }
  const plan = await guest.get('/api/system/plan', accepts)
  expect([plan.headers.get('content-encoding'), plan.headers.get('vary')]).toEqual([
    'br',
    'Cookie, Accept-Encoding',
  ])
  expect(plan.body['plugins']).toBeTruthy()
  const text = 'x'.repeat(60_000)
  const echo = await guest.post('/api/chatty/echo', { text }, accepts)
  expect([echo.headers.get('content-encoding'), echo.body['text']]).toEqual(['br', text])
})
