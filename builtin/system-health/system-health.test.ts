import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { checkCertificate, judgeCertificate, readCertificate } from './server/check-certificate.ts'
import { judgeClock } from './server/check-clock.ts'
import { judgeDatabase } from './server/check-database.ts'
import { judgeDisk, judgeEventLoop, judgeMemory } from './server/check-machine.ts'
import { judgeVersion, nodeSupportEnd, postgresSupportEnd } from './server/check-versions.ts'
import { healthCommand } from './server/health-command.ts'
import { keepFor } from '@spawnpoint/sdk/server'

const GIB = 1024 ** 3
const now = new Date('2027-05-04T09:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

interface Line {
  readonly plugin: string
  readonly name: string
  readonly status: string
  readonly code: string
  readonly values?: Record<string, number | string>
}

const readLines = async () => {
  const { api } = await server.signIn({ permissions: ['admin.dashboard.components.system.overview'] })
  const { body } = await api.get('/api/admin-home/overview')
  return body['health'] as Line[]
}

it('[HLT1, HLT2, HLT3, HLT4, HLT5, HLT6] shows the machine, the database and the versions on the system page', async () => {
  const lines = (await readLines()).filter(({ plugin }) => plugin === 'system-health')
  expect(lines.map(({ name }) => name).toSorted()).toEqual([
    'address',
    'clock',
    'database',
    'disk',
    'event-loop',
    'memory',
    'node',
    'postgresql',
  ])
  const valuesOf = (name: string) => lines.find((line) => line.name === name)?.values
  expect(valuesOf('database')).toMatchObject({ used: expect.any(Number), max: expect.any(Number) })
  expect(valuesOf('node')).toMatchObject({ version: process.versions.node })
  expect(String(valuesOf('postgresql')?.['version'])).toMatch(/^\d+\.\d+$/)
  expect(lines.find(({ name }) => name === 'address')).toMatchObject({ code: 'local' })
  expect(lines.find(({ name }) => name === 'clock')).toMatchObject({ status: 'healthy' })
})

it('[HLT1] warns of full connections, slow queries and open transactions, worst first', () => {
  const calm = { bytes: String(3 * GIB), used: 10, max: 100, slow: 0, idle: 0, processes: 2, planned: 100 }
  expect(judgeDatabase(calm)).toMatchObject({ status: 'healthy', values: { size: 3072, used: 10, max: 100 } })
  expect(judgeDatabase({ ...calm, idle: 1 })).toMatchObject({ status: 'warning', code: 'idle' })
  expect(judgeDatabase({ ...calm, idle: 1, slow: 2 })).toMatchObject({ code: 'slow', values: { slow: 2 } })
  expect(judgeDatabase({ ...calm, used: 79 })).toMatchObject({ code: 'well' })
  expect(judgeDatabase({ ...calm, used: 80, slow: 2 })).toMatchObject({ code: 'connections' })
})

it('[HLT40] adds up what the pools of all processes may open', async () => {
  const databaseLine = async () => (await readLines()).find(({ name }) => name === 'database')
  expect(await databaseLine()).toMatchObject({ code: 'well' })
  // As another process says it.
  const other = await server.pool.connect()
  await other.query(`set application_name to 'spawnpoint-notices/990'`)
  // Each plugin with tables has 4 connections of its own in each process.
  await server.pool.query(
    `insert into kernel.plugin_role (plugin, role_name, sealed_password) values ('notes', 'sp_notes', 'sealed')`,
  )
  const planned = server.pool.options.max + 2 + 992 + 2 * 4
  const line = await databaseLine()
  other.release(true)
  await server.pool.query(`delete from kernel.plugin_role where plugin = 'notes'`)
  expect(line).toMatchObject({ status: 'warning', code: 'pools', values: { processes: 2, planned } })
})

it('[HLT2] warns when the clock is apart from that of the database, before or behind', () => {
  expect(judgeClock(-1_900)).toMatchObject({ status: 'healthy' })
  expect(judgeClock(-2_500)).toMatchObject({ status: 'warning', values: { seconds: 2.5 } })
  expect(judgeClock(45_000)).toMatchObject({ status: 'unhealthy', values: { seconds: 45 } })
})

it('[HLT3] warns of a disk and of memory that run full', () => {
  expect(judgeDisk({ free: 300 * GIB, all: 1000 * GIB })).toMatchObject({ status: 'healthy' })
  expect(judgeDisk({ free: 11 * GIB, all: 1000 * GIB })).toMatchObject({ status: 'healthy' })
  expect(judgeDisk({ free: 9 * GIB, all: 1000 * GIB })).toMatchObject({ status: 'warning', code: 'low' })
  expect(judgeDisk({ free: 3 * GIB, all: 40 * GIB })).toMatchObject({ status: 'warning' })
  expect(judgeDisk({ free: 0.4 * GIB, all: 40 * GIB })).toMatchObject({ status: 'unhealthy', code: 'full' })
  expect(judgeMemory({ used: GIB, heap: 0.5, free: 4 * GIB })).toMatchObject({ status: 'healthy' })
  expect(judgeMemory({ used: GIB, heap: 0.9, free: 4 * GIB })).toMatchObject({
    code: 'heap',
    values: { percent: 90 },
  })
  expect(judgeMemory({ used: GIB, heap: 0.5, free: 0.2 * GIB })).toMatchObject({ code: 'low' })
})

it('[HLT3] says how long calls wait for their turn', () => {
  expect(judgeEventLoop(12.4)).toMatchObject({ status: 'healthy', values: { ms: 12 } })
  expect(judgeEventLoop(250)).toMatchObject({ status: 'warning', code: 'late' })
  expect(judgeEventLoop(1_500)).toMatchObject({ status: 'unhealthy' })
})

it('[HLT4] knows how long Node.js and PostgreSQL get security fixes', () => {
  const day = (date: Date | null) => date?.toISOString().slice(0, 10)
  expect([20, 22, 24, 26, 27].map((major) => day(nodeSupportEnd(major)))).toEqual([
    '2026-04-30',
    '2027-04-30',
    '2028-04-30',
    '2029-04-30',
    '2030-04-30',
  ])
  expect(day(nodeSupportEnd(25))).toBe('2026-06-01')
  expect(day(postgresSupportEnd(17))).toBe('2029-11-14')
  const version = { name: 'Node.js', full: '24.1.0' }
  const judge = (days: number) => judgeVersion({ ...version, endsAt: inDays(days) }, now)
  expect(judge(91)).toMatchObject({ status: 'healthy', code: 'well' })
  expect(judge(80)).toMatchObject({
    status: 'warning',
    code: 'ends',
    todo: expect.stringContaining('Upgrade'),
  })
  expect(judge(-1)).toMatchObject({ status: 'unhealthy', code: 'ended', values: { date: '2027-05-03' } })
})

it('[HLT5] warns before the certificate of the public address expires, and when browsers refuse it', () => {
  const judge = (days: number, problem: string | null = null) =>
    judgeCertificate({ validTo: inDays(days), problem }, now)
  expect(judge(15)).toMatchObject({ status: 'healthy' })
  expect(judge(13)).toMatchObject({ status: 'warning', code: 'expires', values: { days: 13 } })
  expect(judge(2)).toMatchObject({ status: 'unhealthy', code: 'expires' })
  expect(judge(-1, 'CERT_HAS_EXPIRED')).toMatchObject({ status: 'unhealthy', code: 'expired' })
  expect(judge(60, 'DEPTH_ZERO_SELF_SIGNED_CERT')).toMatchObject({ status: 'unhealthy', code: 'refused' })
})

it('[HLT5] reads the certificate from a real connection, and says so when there is none', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const tls = createServer({ key, cert }).listen(0, '127.0.0.1')
  await once(tls, 'listening')
  const address = `https://localhost:${(tls.address() as AddressInfo).port}`
  try {
    expect(await checkCertificate(address, new Date())).toMatchObject({ code: 'refused' })
    const trusted = await checkCertificate(address, new Date(), (url) => readCertificate(url, [cert]))
    expect(trusted).toMatchObject({ status: 'healthy', code: 'well' })
  } finally {
    tls.close()
  }
  await once(tls, 'close')
  expect(await checkCertificate(address, now)).toMatchObject({ status: 'warning', code: 'unreachable' })
  expect(await checkCertificate('http://dash.example.com', now)).toMatchObject({
    status: 'warning',
    code: 'plain',
  })
  expect(await checkCertificate('http://127.0.0.1:5173', now)).toMatchObject({
    status: 'healthy',
    code: 'local',
  })
})

it('[HLT5] keeps what it read for a while, but no failure', async () => {
  let at = 0
  let asked = 0
  const ask = async () => {
    asked += 1
    if (asked === 1) throw new Error('no network')
    return asked
  }
  const kept = keepFor(1_000, () => new Date(at), ask)
  await expect(kept()).rejects.toThrow('no network')
  expect(await kept()).toBe(2)
  at = 999
  expect(await kept()).toBe(2)
  at = 1_000
  expect(await kept()).toBe(3)
})

it('[HLT6] ends well with warnings, and does not with --strict', async () => {
  const command = (status: 'healthy' | 'warning') =>
    healthCommand({
      health: async () => [{ status, name: 'disk', plugin: 'system-health', detail: 'Room.' }],
    })
  expect(await command('warning').run([])).toMatchObject({ failed: false })
  expect(await command('warning').run([], { strict: true })).toMatchObject({ failed: true })
  expect(await command('healthy').run([], { strict: true })).toMatchObject({ failed: false })
})

it('[HLT6] prints the same lines with what to do, worst first, and fails when something is unhealthy', async () => {
  const well = { status: 'healthy', name: 'disk', plugin: 'system-health', detail: 'Room.' } as const
  const bad = {
    status: 'unhealthy',
    name: 'panel',
    plugin: 'panel',
    detail: 'Refused.',
    todo: 'Enter a key.',
  } as const
  const run = (lines: readonly (typeof well | typeof bad)[]) =>
    healthCommand({ health: async () => lines }).run([])
  expect(await run([well])).toEqual({ failed: false, text: 'ok         disk          Room.' })
  const { failed, text } = await run([well, bad])
  expect(failed).toBe(true)
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'UNHEALTHY  panel         Refused.',
    'What to do: Enter a key.',
    'ok         disk          Room.',
  ])
  const commands = server.server.host.running().flatMap(({ owned }) => owned.registrations.commands)
  const real = await commands.find(({ name }) => name === 'health')?.run([])
  expect(real?.text).toMatch(/database .*connections are in use/)
  expect(real?.text).toMatch(/jobs .*ran on time/)
})
