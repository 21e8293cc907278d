import { PanelError, type PanelFailure } from '@spawnpoint/contracts/panel'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { followStream } from '../../tests/support/server/follow-stream.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'
import { sampleUsage } from './server/sample-usage.ts'
import { listDue, saveSamples, type Sample } from './server/usage-queries.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const megabyte = 1_048_576
// Behind the wall clock, which runs the jobs: what is to happen a little later happens at once.
const begin = Date.parse('2025-03-01T10:00:00Z')

let host: HostingServer
let now = begin
let owner: Awaited<ReturnType<HostingServer['signIn']>>
let id = ''
let uuid = ''

beforeAll(async () => {
  host = await startHostingServer({ clock: { now: () => new Date(now) } })
  owner = await host.signIn()
  await owner.api.post('/api/servers', host.anOrder())
  const listed = async () =>
    ((await owner.api.get('/api/servers')).body['servers'] ?? []) as { id: string; panelState: string }[]
  id = await until(
    'the server is installed',
    async () => (await listed()).find(({ panelState }) => panelState === 'ready')?.id,
  )
  uuid = host.panel.state.servers[0]?.uuid ?? ''
})
afterAll(() => host.stop())

const { stringify } = JSON

const runJob = async () => {
  await host.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    stringify({ plugin: 'servers', job: 'usage', payload: {} }),
  ])
  await until('the job is done', async () => {
    const { rowCount } = await host.pool.query(
      `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'servers' and payload ->> 'job' = 'usage'`,
    )
    return rowCount === 0
  })
}

interface History {
  readonly at: readonly number[]
  readonly bucketMs: number
  readonly cpu: { readonly average: readonly number[]; readonly highest: readonly number[] }
  readonly memory: { readonly average: readonly number[] }
  readonly received: {
    readonly average: readonly (number | null)[]
    readonly highest: readonly (number | null)[]
  }
  readonly sent: { readonly average: readonly (number | null)[] }
}
const read = async (span: 'day' | 'month', api: ApiClient = owner.api, path = `/api/servers/${id}`) =>
  (await api.get(`${path}/usage?span=${span}`)).body as unknown as History

const usageCalls = () => host.panel.calls.filter(({ path }) => path.endsWith('/resources')).length
const clear = () => host.pool.query('delete from servers.usage')
const rowsOf = async (server: string) =>
  (await host.pool.query('select minutes, at from servers.usage where server = $1', [server])).rows

const aSample = (over: Partial<Sample> = {}): Sample => {
  const at = new Date(now)
  return { server: id, at, measuredAt: at, cpu: 10, memory: megabyte, disk: 0, received: 0, sent: 0, ...over }
}
const save = (...samples: Sample[]) => saveSamples(host.server.core.orm, samples)

/** Servers that stand in the list alone. */
const addServers = async (count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await host.pool.query(
    `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
       memory, cpu, disk, databases, backups, allocations, panel_state)
     select id, $2, 900000 + place, 'abcd1234', 'Skyblock', '', $2, $2, $2, 1, 1, 1, 0, 0, 0, 'ready'
     from unnest($1::uuid[]) with ordinality as added (id, place)`,
    [ids, owner.person.id],
  )
  return { ids, remove: () => host.pool.query('delete from servers.server where id = any($1)', [ids]) }
}

/** The job in the minute in which it is this server's turn. */
const runFiveMinutes = async () => {
  for (let minute = 0; minute < 5; minute += 1) {
    await runJob()
    now += minuteMs
  }
}

it('[SRV77] measures a running server, and shows its owner and staff what it used', async () => {
  await clear()
  await runFiveMinutes()
  const [day, month] = [await read('day'), await read('month')]
  expect([day.at.length, month.at.length]).toEqual([1, 1])
  expect([day.bucketMs, month.bucketMs]).toEqual([5 * minuteMs, 2 * hourMs])
  expect(day.memory.average[0]).toBeGreaterThan(200 * megabyte)
  expect(day.received.average).toEqual([null])
  const staff = await host.signIn({ permissions: ['admin.servers.edit'] })
  expect((await read('day', staff.api, `/api/servers/all/${id}`)).at).toEqual(day.at)
})

it('[SRV77] keeps averages and peaks, and rates from what was counted up', async () => {
  await clear()
  now = begin + 24 * hourMs
  await save(aSample({ cpu: 10, received: 1_000, sent: 500 }))
  const after = (ms: number) => ({ at: new Date(now + ms), measuredAt: new Date(now + ms) })
  await save(aSample({ ...after(60_000), cpu: 40, received: 7_000, sent: 500 }))
  await save(aSample({ ...after(360_000), cpu: 70, received: 37_000, sent: 3_500 }))
  // Started anew: its counters say nothing about the time before.
  await save(aSample({ ...after(420_000), cpu: 0, received: 50, sent: 9_000 }))
  now += 420_000
  const [day, month] = [await read('day'), await read('month')]
  expect(day.cpu).toEqual({ average: [25, 35], highest: [40, 70] })
  expect(day.received).toEqual({ average: [100, 100], highest: [100, 100] })
  expect(day.sent.average).toEqual([0, 10])
  expect(month.cpu).toEqual({ average: [30], highest: [70] })
  expect(month.sent.average).toEqual([5])
})

it('[SRV77] leaves a gap where the game is offline or the panel away', async () => {
  await clear()
  await owner.api.post(`/api/servers/${id}/power`, { signal: 'kill' })
  await until('it is offline', async () => host.panel.wings.machineOf(uuid).state() === 'offline')
  await runFiveMinutes()
  expect((await read('day')).at).toEqual([])
  host.panel.wings.machineOf(uuid).power('start')
  await until('it runs', async () => host.panel.wings.machineOf(uuid).state() === 'running')
  const lift = host.panel.fault({ kind: 'down' })
  await runFiveMinutes()
  lift()
  expect((await read('day')).at).toEqual([])
  await runFiveMinutes()
  expect((await read('day')).at).toHaveLength(1)
})

it('[SRV77] is there for those alone who may watch the server live', async () => {
  const stranger = await host.signIn()
  const listing = await host.signIn({ permissions: ['admin.servers.list'] })
  const staff = await host.signIn({ permissions: ['admin.servers.edit'] })
  const path = (of = '') => `/api/servers/${of}${id}/usage?span=day`
  for (const { api } of [stranger, listing, staff]) expect((await api.get(path())).status).toBe(404)
  for (const { api } of [stranger, listing]) expect((await api.get(path('all/'))).status).toBe(403)
  const { person } = await host.signIn({ role: 'Administrator' })
  const give = (to: string) => host.pool.query('update servers.server set owner = $1 where id = $2', [to, id])
  await give(person.id)
  const { body } = await staff.api.get(path('all/'))
  await give(owner.person.id)
  expect(body.error_code).toBe('SERVERS_EXCEEDS_OWN')
})

it('[SRV78] asks each server in its turn, and none that is suspended', async () => {
  const { ids, remove } = await addServers(1_200)
  const suspended = ids[0] ?? ''
  await host.pool.query(`update servers.server set status = 'suspended' where id = $1`, [suspended])
  const turns = new Map<string, number[]>()
  for (let minute = 1_000; minute < 1_030; minute += 1) {
    const due = await listDue(host.server.core.orm, minute, 100)
    expect(due.length).toBeLessThanOrEqual(100)
    for (const each of due) turns.set(each.id, [...(turns.get(each.id) ?? []), minute])
  }
  await remove()
  expect(turns.size).toBe(1_200)
  expect(turns.has(suspended)).toBe(false)
  for (const [first = 0, second] of turns.values()) expect(second).toBe(first + 15)
})

it('[SRV78] knows of very many servers about how many there are, without counting them each minute', async () => {
  const { remove } = await addServers(10_500)
  await host.pool.query('analyze servers.server')
  const idsOf = async (minute: number) =>
    (await listDue(host.server.core.orm, minute, 100))
      .map(({ id: each }) => each)
      .toSorted((a, b) => a.localeCompare(b))
  const [due, soon, again] = [await idsOf(1_000), await idsOf(1_100), await idsOf(1_110)]
  await remove()
  await host.pool.query('analyze servers.server')
  expect([95, 96]).toContain(due.length)
  expect(soon).not.toEqual(due)
  expect(again).toEqual(due)
})

/** Runs the job without its pauses against a panel that fails, so many times in one minute; answers the calls. */
const runAgainst = async (reason: PanelFailure, runs = 1) => {
  let calls = 0
  const usage = () => {
    calls += 1
    return Promise.reject(new PanelError(reason, { detail: 'none' }))
  }
  const { core } = host.server
  const uses = {
    db: core,
    limits: core.limits,
    log: core.log,
    clock: { now: () => new Date(now) },
    // Only what the job reads and calls of them.
    settings: { read: () => ({ panel_calls_per_minute: 200 }) } as never,
    consoles: { available: () => true, usage } as never,
  }
  now += minuteMs
  for (let run = 0; run < runs; run += 1)
    await sampleUsage(uses, new AbortController().signal, () => Promise.resolve())
  return calls
}

it('[SRV78] makes no more calls a minute than half of the budget, however often it runs in that minute', async () => {
  const { remove } = await addServers(1_200)
  const [once, thrice, again] = [
    await runAgainst('not-found'),
    await runAgainst('not-found', 3),
    await runAgainst('not-found'),
  ]
  await remove()
  expect([once, thrice, again].map((calls) => Math.round(calls / 10))).toEqual([8, 10, 8])
  expect(thrice).toBe(100)
})

it('[SRV78] stops for this minute when the panel is away or refuses the key', async () => {
  const { remove } = await addServers(400)
  // The owner's own may be among them.
  expect([80, 81]).toContain(await runAgainst('not-found'))
  // Four are under way at once.
  expect(await runAgainst('unavailable')).toBeLessThanOrEqual(11)
  expect(await runAgainst('unauthorized')).toBeLessThanOrEqual(4)
  expect(await runAgainst('rate-limited')).toBeLessThanOrEqual(4)
  await remove()
})

it('[SRV78] reads a console that somebody watches, and asks the panel for nothing', async () => {
  await clear()
  const stream = await followStream(host, owner.api, `/api/servers/${id}/console`)
  expect(await stream.until('event: stats')).toBe(true)
  const before = usageCalls()
  await runFiveMinutes()
  await stream.close()
  expect((await read('day')).at).toHaveLength(1)
  expect(usageCalls()).toBe(before)
})

it('[SRV78] does nothing without a client key', async () => {
  await clear()
  await host.server.core.settings.write({ pterodactyl_client_key: '' })
  const before = usageCalls()
  await runFiveMinutes()
  const { body } = await owner.api.get(`/api/servers/${id}/usage?span=day`)
  await host.server.core.settings.write({ pterodactyl_client_key: host.panel.clientKey })
  expect(usageCalls()).toBe(before)
  expect(await rowsOf(id)).toEqual([])
  expect(body.error_code).toBe('SERVERS_NO_CONSOLE')
})

it('[SRV79] keeps 24 hours of short buckets and 30 days of long ones', async () => {
  await clear()
  now = begin + 40 * 24 * hourMs + 17 * minuteMs
  for (const ageMs of [0, 23 * hourMs, 25 * hourMs, 29 * 24 * hourMs, 31 * 24 * hourMs]) {
    const at = new Date(now - ageMs)
    await save(aSample({ at, measuredAt: at }))
  }
  await runJob()
  const rows = await rowsOf(id)
  const agesOf = (minutes: number) =>
    rows
      .filter((row) => row.minutes === minutes)
      .map(({ at }) => Math.floor((now - at.getTime()) / (24 * hourMs)))
      .toSorted((a, b) => a - b)
  expect(agesOf(5)).toEqual([0, 0])
  expect(new Set(agesOf(120))).toEqual(new Set([0, 1, 29]))
})

it('[SRV79] numbers that no column takes do not stop the others', async () => {
  await clear()
  const { ids, remove } = await addServers(1)
  await save(aSample({ server: ids[0] ?? '', cpu: 1e300, received: 1e30, memory: -5 }), aSample())
  expect(await rowsOf(id)).toHaveLength(2)
  await remove()
})

it('[SRV79] the measurements of a server go with it', async () => {
  const { ids, remove } = await addServers(1)
  const [gone = ''] = ids
  await save(aSample({ server: gone }))
  expect(await rowsOf(gone)).toHaveLength(2)
  await remove()
  expect(await rowsOf(gone)).toEqual([])
  await save(aSample({ server: gone }), aSample())
  expect(await rowsOf(gone)).toEqual([])
})
