import { defineEvent } from '@spawnpoint/sdk/common'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../../../kernel/server/version.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const serverCode = `
import { defineEndpoint, defineEvent } from '@spawnpoint/sdk/common'
import { answer, defineJob, definePluginServer, Jobs, listen } from '@spawnpoint/sdk/server'
import { z } from 'zod'
const told = defineEvent('teller:told', z.object({ n: z.number() }))
const declare = (name) => defineEndpoint({ method: 'POST', path: '/api/worker/' + name, summary: name, access: { public: 'test' }, reply: z.looseObject({}) })
const seen = globalThis.seenByWorker = { tries: 0, heard: [] }
const trouble = defineJob('trouble', { payload: z.object({}), maxAttempts: 5 }, {}, async () => { seen.tries += 1; throw new Error('the panel is away') })
const onTold = listen(told, {}, async ({ payload }) => { seen.heard.push(payload.n) })
const work = answer(declare('work'), { jobs: Jobs }, async ({ jobs }) => { for (let n = 0; n < 6; n += 1) await jobs.add('trouble', {}); return {} })
export default definePluginServer({ kind: 'builtin' }, { endpoints: [work], jobs: [trouble], listeners: [onTold] })`

const tellerCode = `
import { defineEndpoint, defineEvent } from '@spawnpoint/sdk/common'
import { answer, Database, definePluginServer, Events } from '@spawnpoint/sdk/server'
import { z } from 'zod'
const told = defineEvent('teller:told', z.object({ n: z.number() }))
const whispered = defineEvent('teller:whispered', z.object({}))
const declare = (name, body) => defineEndpoint({ method: 'POST', path: '/api/teller/' + name, summary: name, access: { public: 'test' }, reply: z.looseObject({}), body })
const uses = { db: Database, events: Events }
const tell = answer(declare('tell', z.strictObject({ n: z.number() })), uses, async ({ body, db, events }) => { await db.orm.transaction((tx) => events.emit(tx, told, body)); return {} })
const whisper = answer(declare('whisper'), uses, async ({ db, events }) => { await db.orm.transaction((tx) => events.emit(tx, whispered, {})); return {} })
export default definePluginServer({ kind: 'builtin' }, { endpoints: [tell, whisper] })`

const seen = () => Reflect.get(globalThis, 'seenByWorker') as { tries: number; heard: number[] }

const plugins = createPluginsFolder()
let server: TestServer
beforeAll(async () => {
  const manifest = (id: string) => ({
    id,
    version: '1.0.0',
    title: id,
    description: id,
    defaultEnabled: true,
  })
  plugins.write(manifest('worker'), serverCode)
  plugins.write(manifest('teller'), tellerCode)
  server = await startTestServer({
    roots: { builtin: join(ROOT, 'builtin'), plugins: plugins.folder, locales: join(ROOT, 'locales') },
  })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const stateOf = async (id: string) => {
  const rows = await server.server.plugins.list()
  return rows.find((row) => row.id === id)?.state
}

it('does not switch a plugin off for jobs that will be tried again', async () => {
  expect((await server.anonymous().post('/api/worker/work')).status).toBe(200)
  await vi.waitFor(() => expect(seen().tries).toBeGreaterThanOrEqual(6))
  expect(await stateOf('worker')).toBe('active')
})

const tell = async (n: number) => {
  const { status } = await server.anonymous().post('/api/teller/tell', { n })
  expect(status).toBe(200)
}
const jobsLeft = async () =>
  (await server.pool.query(`select 1 from graphile_worker.jobs where key like '%teller:told%'`)).rowCount

it('[KRN6] an event that a savepoint tells is delivered, and one that it takes back is not', async () => {
  const told = defineEvent('teller:told', z.object({ n: z.number() }))
  const { events, orm } = server.server.core
  await orm.transaction(async (tx) => {
    await tx.transaction((inner) => events.emit(inner, told, { n: 101 }))
    const takenBack = tx.transaction(async (inner) => {
      await events.emit(inner, told, { n: 102 })
      inner.rollback()
    })
    await takenBack.catch(() => undefined)
  })
  await vi.waitFor(() => expect(seen().heard).toContain(101))
  await tell(103)
  await vi.waitFor(() => expect(seen().heard).toContain(103))
  expect(seen().heard).not.toContain(102)
  seen().heard.length = 0
})

it('[KRN6] an event that is left by a process that ended is delivered later, and once', async () => {
  const { events } = server.server.core
  await server.pool.query(`insert into kernel.outbox (name, payload) values ('teller:told', '{ "n": 104 }')`)
  events.resume()
  await vi.waitFor(() => expect(seen().heard).toEqual([104]))
  await server.pool.query(`insert into kernel.outbox (name, payload) values ('teller:told', '{ "n": 105 }')`)
  await events.sweep()
  await vi.waitFor(() => expect(seen().heard).toEqual([104, 105]))
  seen().heard.length = 0
})

it('[KRN6] [KRN35] hands on more events than one transaction takes, each once, without waiting between them', async () => {
  const told = defineEvent('teller:told', z.object({ n: z.number() }))
  const { events, orm } = server.server.core
  const all = Array.from({ length: 450 }, (_, n) => n)
  await orm.transaction(async (tx) => {
    for (const n of all) await events.emit(tx, told, { n })
  })
  await vi.waitFor(() => expect(seen().heard).toHaveLength(450))
  expect(seen().heard.toSorted((one, other) => one - other)).toEqual(all)
  seen().heard.length = 0
})

it('[KRN6] a transaction with an event adds no job: its NOTIFY would hold up every other commit', async () => {
  const told = defineEvent('teller:told', z.object({ n: z.number() }))
  const { events, orm } = server.server.core
  await orm.transaction(async (tx) => {
    const jobs = async () =>
      (await tx.execute(sql`select max(id)::text as last from graphile_worker._private_jobs`)).rows
    const before = await jobs()
    await events.emit(tx, told, { n: 106 })
    expect(await jobs()).toEqual(before)
  })
  await vi.waitFor(() => expect(seen().heard).toEqual([106]))
  seen().heard.length = 0
})

it('[KRN12] keeps what a plugin misses while it is off, and brings it when it is on again', async () => {
  const { plugins: service } = server.server
  await tell(1)
  await vi.waitFor(() => expect(seen().heard).toEqual([1]))
  await service.disable('worker', null)
  for (const n of [2, 3, 4]) await tell(n)
  // Kept without a job that looks again and again whether the plugin is back.
  await vi.waitFor(async () => {
    expect((await server.pool.query('select 1 from kernel.missed_event')).rowCount).toBe(3)
    expect(await jobsLeft()).toBe(0)
  })
  expect(seen().heard).toEqual([1])
  await service.enable('worker', null)
  await vi.waitFor(() => expect(seen().heard.toSorted()).toEqual([1, 2, 3, 4]))
  expect((await server.pool.query('select 1 from kernel.missed_event')).rowCount).toBe(0)
})

it('[KRN12] keeps nothing of an event that nobody ever asked for', async () => {
  await server.anonymous().post('/api/teller/whisper')
  const { rowCount } = await server.pool.query(`select 1 from kernel.outbox where name = 'teller:whispered'`)
  expect(rowCount).toBe(0)
})

it('[KRN12] forgets what is older than 30 days, and subscribers that were off for 90', async () => {
  const { plugins: service, core } = server.server
  await service.disable('worker', null)
  await tell(5)
  const missed = () => server.pool.query('select 1 from kernel.missed_event').then(({ rowCount }) => rowCount)
  await vi.waitFor(async () => expect(await missed()).toBe(1))
  await server.pool.query(`update kernel.outbox set created_at = now() - interval '31 days'`)
  await core.events.sweep()
  expect(await missed()).toBe(0)
  await server.pool.query(`update kernel.subscription set last_on_at = now() - interval '91 days'`)
  await core.events.sweep()
  const { rows } = await server.pool.query<{ subscriber: string }>(
    'select subscriber from kernel.subscription',
  )
  expect(rows.map(({ subscriber }) => subscriber)).not.toContain('worker/teller:told')
  // Enabled plugins stay enabled.
  expect(rows.length).toBeGreaterThan(0)
})

it('[KRN13] sweeps jobs that were given up a month ago, and no others', async () => {
  const { core } = server.server
  const add = async (attempts: number, age: string) => {
    const { rows } = await server.pool.query<{ id: string }>(
      `select id from graphile_worker.add_job('no-such-task', max_attempts => 3, run_at => now() + interval '1 day')`,
    )
    await server.pool.query(
      `update graphile_worker._private_jobs set attempts = $1, updated_at = now() - $2::interval where id = $3`,
      [attempts, age, rows[0]?.id],
    )
  }
  await add(3, '31 days')
  await add(3, '1 day')
  await add(2, '31 days')
  await core.runner.sweep()
  const { rows } = await server.pool.query<{ attempts: number }>(
    `select attempts from graphile_worker.jobs where task_identifier = 'no-such-task' order by attempts`,
  )
  expect(rows.map(({ attempts }) => attempts)).toEqual([2, 3])
})

it('[KRN16] keeps the counts of limits over a crash of the database', async () => {
  const { core } = server.server
  expect(await core.limits.take('crash', { max: 1, perSeconds: 60 })).toBe(true)
  expect(await core.limits.take('crash', { max: 1, perSeconds: 60 })).toBe(false)
  const { rows } = await server.pool.query(
    `select relpersistence from pg_class where oid = 'kernel.rate'::regclass`,
  )
  expect(rows).toEqual([{ relpersistence: 'p' }])
})
