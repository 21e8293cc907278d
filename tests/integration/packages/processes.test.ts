import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import type { RunningServer } from '../../../kernel/cli/start-server.ts'
import { spawnServer } from '../../support/server/spawn-server.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, serverSaying, type Shop } from './plugin-shop.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
const folders: string[] = []
const started: RunningServer[] = []
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY } })
  shop = await openShop(server)
})
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop()
})
afterAll(async () => {
  await server.stop()
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-other-'))
  folders.push(folder)
  return folder
}

async function ask(port: number | null, id: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/${id}/says`)
  return answer.ok ? ((await answer.json()) as { says: unknown }).says : answer.status
}

/** Another server of the same instance, with a disk of its own. */
async function startAnother() {
  const config = readConfig({
    PORT: '0',
    APP_URL: server.config.origin,
    DATABASE_URL: server.config.databaseUrl ?? '',
    DATA_DIR: makeFolder(),
    LOG_LEVEL: 'silent',
    SECRET_KEY,
  })
  const other = await startServer({ config })
  started.push(other)
  const says = (id: string) => ask(other.port, id)
  const stateOf = async (id: string) => (await other.plugins.list()).find((each) => each.id === id)?.state
  return { other, says, stateOf }
}

it('[PKG13] every process follows: running there, upgraded, gone', async () => {
  const other = spawnServer({
    databaseUrl: server.config.databaseUrl ?? '',
    dataDir: makeFolder(),
    secretKey: SECRET_KEY,
  })
  const says = async () => ask(await other.port, 'shared')
  try {
    expect(await says()).toBe(404)
    await shop.install(await shop.pack(aPluginOf('shared'), { server: serverSaying('shared', 'one') }))
    await shop.enable('shared')
    await expect.poll(says).toBe('one')
    const next = aPluginOf('shared', { version: '1.1.0' })
    await shop.install(await shop.pack(next, { server: serverSaying('shared', 'two') }))
    await expect.poll(says).toBe('two')
    await shop.uninstall('shared', 'remove')
    await expect.poll(says).toBe(404)
  } finally {
    await other.stop()
  }
})

it('[PKG13] a process that starts later has the plugins that were installed before', async () => {
  await shop.install(await shop.pack(aPluginOf('earlier'), { server: serverSaying('earlier', 'here') }))
  await shop.enable('earlier')
  const { says } = await startAnother()
  expect(await says('earlier')).toBe('here')
})

it('[PLM42] errors are shown by each process: those of others, and of one that has ended', async () => {
  const failing = `host.endpoint({ method: 'POST', path: '/api/shaky/fail', summary: 'Fails', access: { public: 'test' }, reply: { safeParse: (data) => ({ data }) }, fails: {} },
    async () => { throw new Error('shaky \\0is broken for ada@example.com') })`
  await shop.install(await shop.pack(aPluginOf('shaky'), { server: serverSaying('shaky', 'here', failing) }))
  await shop.enable('shaky')
  const { other } = await startAnother()
  const fail = async () => {
    const headers = { origin: server.config.origin }
    const answer = await fetch(`http://127.0.0.1:${other.port}/api/shaky/fail`, { method: 'POST', headers })
    expect(answer.status).toBe(500)
    return answer.headers.get('x-request-id')
  }
  const countIn = async (running: RunningServer) =>
    (await running.plugins.list()).find(({ id }) => id === 'shaky')?.faults
  const requests: (string | null)[] = []
  for (let time = 0; time < 7; time += 1) requests.unshift(await fail())
  const newest = requests.slice(0, 5)
  const requestsIn = async (running: RunningServer) =>
    (await running.plugins.list()).find(({ id }) => id === 'shaky')?.errors?.map((each) => each.requestId)
  expect(await requestsIn(other)).toEqual(newest)
  await expect.poll(() => requestsIn(server.server)).toEqual(newest)
  expect([await countIn(other), await countIn(server.server)]).toEqual([7, 7])
  const [first] = ((await shop.find('shaky'))?.['errors'] ?? []) as { effect: string; stack: string }[]
  expect([first?.effect, first?.stack]).toEqual([
    'POST /api/shaky/fail',
    expect.stringMatching(/^Error: shaky is broken for \[cut\]\n/),
  ])
  await server.anonymous().post('/api/shaky/fail')
  const all = await requestsIn(server.server)
  expect(all?.slice(1)).toEqual(newest.slice(0, 4))
  await other.stop()
  started.splice(started.indexOf(other), 1)
  const { other: later } = await startAnother()
  await expect.poll(() => requestsIn(later)).toEqual(all)
  // They were before it started, as those of any plugin are that is started anew.
  expect([await countIn(later), await countIn(server.server)]).toEqual([0, 8])
  const kept = async () =>
    (await server.pool.query(`select from kernel.plugin_error where plugin = 'shaky'`)).rowCount
  await expect.poll(kept).toBe(8)
  for (let time = 0; time < 25; time += 1) await server.anonymous().post('/api/shaky/fail')
  await expect.poll(kept).toBe(20)
  expect(await requestsIn(later)).toHaveLength(5)
  await shop.uninstall('shaky', 'remove')
  expect(await kept()).toBe(0)
})

/** As if a process of this machine had died before it was ready. */
const dieWhileStarting = () =>
  server.pool.query(
    `insert into kernel.start_attempt (host, process_id, process_started) values ($1, 999999999, 'long ago')`,
    [hostname()],
  )

it('[PKG15] two failed starts in a row leave run-time plugins off, until somebody leaves safe mode', async () => {
  await shop.install(await shop.pack(aPluginOf('suspect'), { server: serverSaying('suspect', 'on') }))
  await shop.enable('suspect')
  await dieWhileStarting()
  const { other: fine } = await startAnother()
  expect(fine.plugins.safeMode()).toBe(null)

  await dieWhileStarting()
  const { other, says, stateOf } = await startAnother()
  expect(other.plugins.safeMode()).toMatchObject({ failedStarts: 2 })
  expect([await stateOf('suspect'), await says('suspect')]).toEqual(['suspended', 404])
  expect(await stateOf('store')).toBe('active')
  const { api } = await server.signIn({ permissions: ['admin.root'] })
  await expect.poll(() => shop.says('suspect')).toBe(404)
  expect((await api.get('/api/plugin-manager/plugins')).body['safeMode']).toMatchObject({ failedStarts: 2 })

  expect((await api.post('/api/plugin-manager/leave-safe-mode')).status).toBe(200)
  expect(await shop.says('suspect')).toBe('on')
  await expect.poll(() => says('suspect')).toBe('on')
  expect((await api.get('/api/plugin-manager/plugins')).body['safeMode']).toBe(null)
})
