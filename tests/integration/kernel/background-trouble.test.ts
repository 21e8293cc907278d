import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const serverCode = `
import { defineEndpoint, defineEvent } from '@spawnpoint/sdk/common'
import { defineServerPart, Database, Events, Jobs } from '@spawnpoint/sdk/server'
import { z } from 'zod'
const happened = defineEvent('worker:happened', z.object({ n: z.number() }))
const declare = (name) => defineEndpoint({ method: 'POST', path: '/api/worker/' + name, summary: name, access: { public: 'test' }, reply: z.looseObject({}) })
const seen = globalThis.seenByWorker = { tries: 0, heard: [] }
export default defineServerPart({ uses: { db: Database, events: Events, jobs: Jobs }, setup({ db, events, jobs }, host) {
  host.job('trouble', { payload: z.object({}), maxAttempts: 5 }, async () => { seen.tries += 1; throw new Error('the panel is away') })
  host.on(happened, async ({ payload }) => { seen.heard.push(payload.n) })
  host.endpoint(declare('work'), async () => { for (let n = 0; n < 6; n += 1) await jobs.add('trouble', {}); return {} })
} })`

const seen = () => Reflect.get(globalThis, 'seenByWorker') as { tries: number; heard: number[] }

const plugins = createPluginsFolder()
let server: TestServer
beforeAll(async () => {
  const manifest = {
    id: 'worker',
    version: '1.0.0',
    title: 'Worker',
    description: 'Worker',
    defaultEnabled: true,
  }
  plugins.write(manifest, serverCode)
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
  await vi.waitFor(() => expect(seen().tries).toBeGreaterThanOrEqual(6), { timeout: 15_000 })
  expect(await stateOf('worker')).toBe('active')
})

it('keeps an event for a listener whose plugin is off at the moment', async () => {
  const { plugins: service, core } = server.server
  await service.disable('worker', null)
  const { rows } = await core.pool.query<{ id: string }>(
    `insert into kernel.outbox (name, payload) values ('worker:happened', '{"n": 7}') returning id`,
  )
  const jobs = core.runner.forPlugin('kernel')
  await jobs.add('deliver', { event: rows[0]?.id, listener: 'worker/worker:happened' })
  const waiting = async () => {
    const found = await core.pool.query(
      `select 1 from graphile_worker.jobs where run_at > now() + interval '1 second' and key like '%worker:happened%'`,
    )
    return found.rows.length
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 })
  await service.enable('worker', null)
  await core.pool.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where key like '%worker:happened%'`,
  )
  await vi.waitFor(() => expect(seen().heard).toEqual([7]), { timeout: 15_000 })
})
