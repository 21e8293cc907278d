import type { AccountName } from '@spawnpoint/contracts/coins'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openLedger } from '../coins/testing.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let now = new Date()
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
})
afterAll(() => server.stop())

const analytics = 'admin.dashboard.components.ataglanceanalytics.view'
const overview = 'admin.dashboard.components.system.overview'

const read = async (api: ApiClient) => (await api.get('/api/admin-home/analytics')).body
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

async function aServer(owner: string, createdAt: Date) {
  await server.pool.query(
    `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations, created_at)
     values ($1, $2, 1, 'abc', 'Survival', '', $1, $1, $1, 2000000000, 50, 4096, 0, 0, 1, $3)`,
    [randomUUID(), owner, createdAt],
  )
}

it('[ADH17, USR30, SRV40] counts users, servers and full locations, with one number for each of 30 days', async () => {
  const { api, person } = await server.signIn({ permissions: ['admin.users.list', 'admin.servers.list'] })
  const figures = async (plugin: string) => (await api.get(`/api/${plugin}/figures`)).body
  const daysAgo = (days: number) => hoursAgo(24 * days - 1)
  await server.pool.query('update users.account set created_at = $1, last_seen_at = $2', [
    daysAgo(200),
    daysAgo(20),
  ])
  await server.pool.query('update users.account set created_at = $1, last_seen_at = $2 where id = $3', [
    daysAgo(2),
    daysAgo(5),
    person.id,
  ])
  const users = await figures('users')
  const joined = users['joined'] as number[]
  expect(joined).toEqual(Array.from({ length: 30 }, (_, day) => (day === 28 ? 1 : 0)))
  // The call itself made the account active again.
  expect(users).toMatchObject({ activeInWeek: 1 })
  expect(users['all']).toBe(users['activeInMonth'])
  for (const days of [1, 1, 30, 31]) await aServer(person.id, daysAgo(days))
  const { created, ...servers } = await figures('servers')
  expect(servers).toMatchObject({
    all: 4,
    allocated: { memory: 8_000_000_000, disk: 16_384, cpu: 200 },
  })
  expect(created).toEqual(Array.from({ length: 30 }, (_, day) => (day === 29 ? 2 : day === 0 ? 1 : 0)))
  const id = randomUUID()
  await server.pool.query(
    `insert into locations.location (id, name, description, panel_location_id, node_ip, status, slots, vip_only)
     values ($1, 'Frankfurt', '', 7, '203.0.113.7', 'online', 1, false)`,
    [id],
  )
  await server.pool.query(`update servers.server set location_id = $1 where owner = $2`, [id, person.id])
  // The demo catalogue may add locations meanwhile, which have room.
  expect((await figures('servers'))['full']).toEqual([{ id, name: 'Frankfurt', slots: 1 }])
})

it('[ADH17, COI20] adds up what users hold, and coins created and removed on each day; a gift is neither', async () => {
  const { api, person } = await server.signIn({ permissions: [analytics] })
  const other = await server.signIn({ permissions: [] })
  const before = (await api.get('/api/coins/figures')).body as { circulating: number }
  const { ledger, inTransaction } = openLedger(server.pool)
  const move = (from: AccountName, to: AccountName, amount: number) =>
    inTransaction((tx) =>
      ledger.post(tx, {
        kind: 'test',
        note: '',
        scope: 'test',
        key: randomUUID(),
        lines: [
          { account: from, amount: -amount },
          { account: to, amount },
        ],
      }),
    )
  await move({ system: 'earnings' }, { user: person.id }, 100)
  await move({ user: person.id }, { user: other.person.id }, 30)
  await move({ user: other.person.id }, { system: 'store' }, 20)
  now = new Date()
  now = hoursAgo(-1 / 60)
  const figures = (await api.get('/api/coins/figures')).body as Record<string, number & number[]>
  expect(figures['circulating']).toBe(before.circulating + 80)
  expect(figures['issued']?.at(-1)).toBe(100)
  expect(figures['removed']?.at(-1)).toBe(20)
  now = hoursAgo(-24 * 40)
  const later = await server.signIn({ permissions: [analytics] })
  expect((await later.api.get('/api/coins/figures')).body).toMatchObject({
    issuedBefore: 100,
    removedBefore: 20,
  })
  now = new Date()
})

it('[ADH9] counts the audit log by hour over the hour that runs and the 23 before it', async () => {
  const { api } = await server.signIn({ permissions: [analytics] })
  now = new Date(new Date().setUTCMinutes(30, 0, 0))
  const was = (await read(api))['activity'] as { from: string; entries: number[] }
  expect(was.from).toBe(new Date(now.getTime() - 23.5 * 3_600_000).toISOString())
  for (const hours of [0.25, 0.5, 0.75, 23.5, 23.6])
    await server.pool.query(`insert into kernel.audit (at, action) values ($1, 'test:done')`, [
      hoursAgo(hours),
    ])
  const { entries } = (await read(api))['activity'] as { entries: number[] }
  const more = entries.map((count, hour) => count - (was.entries[hour] ?? 0))
  expect(more).toEqual([1, ...Array.from({ length: 21 }, () => 0), 1, 2])
})

interface Job {
  readonly plugin: string
  readonly name: string
  readonly state: string
  readonly failure: string | null
}

it('[ADH19] each scheduled job has a name in the messages of its plugin', async () => {
  const { api } = await server.signIn({ permissions: [overview] })
  const jobs = (await api.get('/api/admin-home/schedules')).body['jobs'] as Job[]
  expect(jobs.length).toBeGreaterThan(20)
  const nameOf = ({ plugin, name }: Job): unknown => {
    const [folder, namespace] = plugin === 'kernel' ? ['../..', 'shell'] : [`../${plugin}`, plugin]
    const file = new URL(`${folder}/locales/en.yml`, import.meta.url)
    return parse(readFileSync(file, 'utf8'))[namespace].staff?.jobs?.[name]
  }
  expect(
    jobs.filter((job) => typeof nameOf(job) !== 'string').map(({ plugin, name }) => [plugin, name]),
  ).toEqual([])
})

it('[ADH10] lists scheduled jobs with title and state, those in trouble first', async () => {
  const { api } = await server.signIn({ permissions: [overview] })
  const list = async () => (await api.get('/api/admin-home/schedules')).body['jobs'] as Job[]
  // Stop the worker, so that its writes do not interfere.
  await server.server.core.runner.stop()
  await server.pool.query(
    `insert into kernel.job_run (plugin, job, started_at, ended_at, duration_ms, failure) values
       ('coins', 'reckon', now(), now(), 7, 'the sum is not zero'),
       ('kernel', 'sweep', now() - interval '3 days', now() - interval '3 days', 7, null)
     on conflict (plugin, job) do update set started_at = excluded.started_at, ended_at = excluded.ended_at,
       failure = excluded.failure`,
  )
  const [first, second, ...others] = await list()
  expect(first).toMatchObject({
    plugin: 'coins',
    title: 'Coins',
    name: 'reckon',
    schedule: '23 3 * * *',
    state: 'failed',
    failure: 'the sum is not zero',
    durationMs: 7,
  })
  expect(second).toMatchObject({ plugin: 'kernel', title: null, name: 'sweep', state: 'late' })
  expect(others.every(({ state }) => state === 'in-time')).toBe(true)
  expect(others.map(({ plugin }) => plugin)).toContain('mail')
  await server.server.plugins.disable('mail', null, true)
  expect((await list()).map(({ plugin }) => plugin)).not.toContain('mail')
})

it('[ADH1, ADH17] guards each of the cards and figures by its own permission', async () => {
  const paths = {
    '/api/admin-home/analytics': analytics,
    '/api/coins/figures': analytics,
    '/api/users/figures': 'admin.users.list',
    '/api/servers/figures': 'admin.servers.list',
    '/api/tickets/figures': 'admin.tickets.list',
    '/api/admin-home/schedules': overview,
    '/api/admin-home/updates': 'admin.dashboard.components.system.updates',
    '/api/admin-home/repository': 'admin.dashboard.components.githubrepo.view',
    '/api/admin-home/logs': 'admin.dashboard.components.system.logs',
    '/api/admin-home/logs/file': 'admin.dashboard.components.system.logs',
  }
  for (const permission of new Set(Object.values(paths))) {
    const { api } = await server.signIn({ permissions: ['admin.dashboard.view', permission] })
    const open: string[] = []
    for (const path of Object.keys(paths)) if ((await api.get(path)).status === 200) open.push(path)
    expect(open).toEqual(
      Object.entries(paths).flatMap(([path, needed]) => (needed === permission ? [path] : [])),
    )
  }
})
