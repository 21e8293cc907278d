import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { measureHeap } from '../../support/measure-heap.ts'
import { rootsWith } from '../../support/plugins/isolated-plugin.ts'
import { packExample } from '../../support/plugins/pack-example.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { soak } from '../../support/soak.ts'
import type { ApiClient } from '../../support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, serverSaying, type Shop } from './plugin-shop.ts'

// A build of the example that lies in the product's own folder would come first.
const folder = createPluginsFolder()
let server: TestServer
let shop: Shop
let root: ApiClient
beforeAll(async () => {
  server = await startTestServer({ roots: rootsWith(folder) })
  shop = await openShop(server)
  root = (await server.signIn({ permissions: ['admin.root'] })).api
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

/** How many addresses the product answers at. */
async function countRoutes() {
  const paths = (await root.get('/api/docs')).body['paths'] as Record<string, object>
  return Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
}

async function measure() {
  const routes = await countRoutes()
  const { dispatcher, core } = server.server
  const { rows } = await core.pool.query<{ all: number; own: number }>(
    `select count(*)::int as all, count(*) filter (where usename in (select role_name from kernel.plugin_role))::int as own
     from pg_stat_activity where datname = current_database()`,
  )
  const emitters = [process, dispatcher.server, core.pool]
  return {
    heap: await measureHeap(),
    connections: rows[0]?.all ?? 0,
    ownConnections: rows[0]?.own ?? 0,
    exact: {
      apps: dispatcher.mounted().length,
      routes,
      listeners: emitters.flatMap((each) => each.eventNames().map((name) => each.listenerCount(name))),
      ports: process.getActiveResourcesInfo().filter((each) => each === 'MessagePort').length,
    },
  }
}

/** A database's process outlives its connection by a moment. */
const measureOff = () =>
  vi.waitFor(
    async () => {
      const found = await measure()
      expect(found.ownConnections).toBe(0)
      return found
    },
    { interval: 200 },
  )

async function expectNoGrowth(id: string, use: () => Promise<unknown>) {
  const { plugins } = server.server
  const turn = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await plugins.enable(id, null)
      await use()
      await plugins.disable(id, null)
    }
  }
  await turn(soak(20, 5))
  const before = await measureOff()
  await turn(soak(50, 10))
  const after = await measureOff()
  expect(after.exact).toEqual(before.exact)
  // The pool may open what its limit allows; a leak would be one a round.
  expect(after.connections - before.connections).toBeLessThan(10)
  expect(after.heap - before.heap).toBeLessThan(1)
}

it('[PKG16] leaves nothing behind after many rounds of off and on', async () => {
  const more = `
    host.describeSession(async () => ({ stats: { rounds: 1 } }))
    host.health('rounds', async () => ({ status: 'healthy', detail: 'fine' }))
    host.onDispose(() => undefined)`
  await shop.install(
    await shop.pack(aPluginOf('rounds', { migrations: 'server/migrations' }), {
      server: serverSaying('rounds', 'yes', more),
      files: { 'server/migrations/0001_first.sql': 'create table item (id int)' },
    }),
  )
  await expectNoGrowth('rounds', () => shop.says('rounds'))
})

it('[PKG16] nor does the example that has one of everything, used in each round', async () => {
  const [hello] = await packExample('hello')
  if (!hello) throw new Error('no package')
  expect((await shop.install(hello, { isolated: false })).status).toBe(200)
  const { api } = await server.signIn()
  await expectNoGrowth('hello', async () => {
    expect((await api.get('/api/hello/greeting')).status).toBe(200)
  })
})
