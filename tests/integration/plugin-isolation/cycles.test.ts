import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { measureHeap } from '../../support/measure-heap.ts'
import { modes, rootsWith, writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { soak } from '../../support/soak.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const CYCLES = soak(50, 10)
/** Until what is made once, such as compiled code, has been made. */
const WARM_UP = soak(10, 4)
const plugins = createPluginsFolder()
let server: TestServer

const everything = (id: string) => ({
  module: `
endpoints.push(answer(post('/api/${id}/use'), manifest, async ({ db }) => ({ rows: await db.sql\`select 1\` })))
jobs.push(defineJob('work', { payload: z.object({}), schedule: '* * * * *' }, manifest, async () => {}))
listeners.push(listen(defineEvent('${id}:done', ok), manifest, async () => {}))
`,
  setup: `
context.config.onChange(() => {})
context.health('fine', async () => ({ status: 'healthy', detail: '' }))
context.describeSession(async () => ({ stats: { n: 1 } }))
await context.db.sql\`select 1\`
`,
})

beforeAll(async () => {
  for (const mode of modes) {
    const id = `cycle-${mode}`
    const capabilities = ['server.http', 'server.db', 'server.jobs', `server.events:${id}:done`] as const
    writeIsolatedPlugin(plugins, { id, mode, capabilities, ...everything(id) })
  }
  writeIsolatedPlugin(plugins, {
    id: 'leaves-timer',
    mode: 'process',
    capabilities: ['server.jobs'],
    setup: `const timer = setInterval(() => context.jobs.add('x', {}).then(
      () => { globalThis.leftTimer ??= 'added' },
      (error) => { globalThis.leftTimer = error.message; clearInterval(timer) },
    ), 20)`,
  })
  server = await startTestServer({ roots: rootsWith(plugins) })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

/** Everything that a plugin could leave behind, counted while it is off. */
async function traces(id: string) {
  const { rows } = await server.pool.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
     where usename = (select role_name from kernel.plugin_role where plugin = $1)`,
    [id],
  )
  const resources = process.getActiveResourcesInfo()
  const { server: http, mounted } = server.server.dispatcher
  return {
    connections: rows[0]?.connections,
    ports: resources.filter((each) => each === 'MessagePort').length,
    threads: readdirSync('/proc/self/task').length,
    apps: mounted().length,
    listeners: [
      ...['uncaughtException', 'unhandledRejection', 'exit', 'SIGTERM', 'warning'].map((event) =>
        process.listenerCount(event),
      ),
      http.listenerCount('request'),
      http.listenerCount('upgrade'),
    ],
  }
}

/** A database's process outlives its connection by a moment. */
const quiet = (id: string) =>
  vi.waitFor(async () => {
    const found = await traces(id)
    expect(found.connections).toBe(0)
    return found
  })

it.each(modes)('[ISO2] leaves nothing behind after many times on and off, in a %s', async (mode) => {
  const id = `cycle-${mode}`
  const { plugins: service } = server.server
  const cycle = async () => {
    await service.enable(id, null)
    expect((await server.anonymous().post(`/api/${id}/use`)).status).toBe(200)
    await service.disable(id, null)
  }
  await service.disable(id, null)
  for (let turn = 0; turn < WARM_UP; turn += 1) await cycle()
  const before = await quiet(id)
  const heapBefore = await measureHeap()
  for (let turn = 0; turn < CYCLES; turn += 1) await cycle()
  const after = await quiet(id)
  expect((await measureHeap()) - heapBefore).toBeLessThan(1)
  // The pools of the product itself open and close threads of their own.
  expect(after.threads).toBeLessThanOrEqual(before.threads + 1)
  expect({ ...after, threads: 0 }).toEqual({ ...before, threads: 0 })
})

it('[ISO2] keeps what a plugin left running in the process from going on to act', async () => {
  const said = () => Reflect.get(globalThis, 'leftTimer') as unknown
  await vi.waitFor(() => expect(said()).toBe('added'))
  await server.server.plugins.disable('leaves-timer', null)
  await vi.waitFor(() => expect(said()).toMatch(/^E_DISPOSED: leaves-timer was switched off/))
})
