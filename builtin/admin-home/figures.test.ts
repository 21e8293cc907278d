import { BuildQueue } from '@spawnpoint/contracts/server-queue'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

async function aBuild(owner: string, status: string) {
  await server.pool.query(
    `insert into server_queue.build (id, owner, created_by, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations, ignore_limits, request_key, status, reason,
       next_attempt_at, lease_until, panel_server_id)
     values ($1, $2, $2, 'Survival', '', $1, $1, $1, 512, 50, 512, 0, 0, 1, false, $1, $3,
       case when $3 = 'failed' then 'PANEL_REFUSED' end, 'infinity', case when $3 = 'building' then 'infinity'::timestamptz end,
       case when $3 = 'completed' then 1 end)`,
    [randomUUID(), owner, status],
  )
}

it('[ADH9] counts what came in the last day, what is there, what waits and what was handed out', async () => {
  const { api, person } = await server.signIn({ permissions: [analytics] })
  await server.pool.query('update users.account set created_at = $1', [hoursAgo(25)])
  const before = await read(api)
  expect(before).toMatchObject({ users: { new: 0 }, servers: { new: 0, all: 0, memory: 0, disk: 0, cpu: 0 } })
  await server.pool.query('update users.account set created_at = $1 where id = $2', [hoursAgo(23), person.id])
  for (const age of [1, 23, 25]) await aServer(person.id, hoursAgo(age))
  for (const status of ['pending', 'pending', 'failed', 'completed']) await aBuild(person.id, status)
  expect(await read(api)).toMatchObject({
    users: { new: 1 },
    servers: { new: 2, all: 3, memory: 6_000_000_000, disk: 12_288, cpu: 150 },
    queue: { pending: 2, building: 0, failed: 1 },
  })
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

it('[ADH9] leaves out the figures of a plugin that is off', async () => {
  const { api } = await server.signIn({ permissions: [analytics] })
  expect(server.server.core.services.find(BuildQueue)).not.toBeNull()
  await server.server.plugins.disable('server-queue', null, true)
  try {
    const body = await read(api)
    expect(body).toMatchObject({ queue: null, servers: null })
    expect(body['users']).not.toBeNull()
  } finally {
    for (const id of ['server-queue', 'servers']) await server.server.plugins.enable(id, null)
  }
})

interface Job {
  readonly plugin: string
  readonly name: string
  readonly state: string
  readonly failure: string | null
}

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

it('[ADH1] guards each of the cards with figures by its own permission', async () => {
  const paths = {
    '/api/admin-home/analytics': analytics,
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
