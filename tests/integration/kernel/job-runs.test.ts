import { Schedules, type ScheduledJob } from '@spawnpoint/sdk/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { until } from '../../support/server/start-hosting-server.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const runner = () => server.server.core.runner
const aJob = (run: () => Promise<void>) => ({
  payload: z.object({}),
  maxAttempts: 1,
  timeoutMs: 5_000,
  // Never by itself while the test runs.
  schedule: '0 0 29 2 *',
  run,
})

const found = async (name: string, is: (job: ScheduledJob) => boolean) =>
  until(`job ${name} was seen to have run`, async () => {
    const jobs = await runner().schedules.list()
    return jobs.find((job) => job.name === name && is(job))
  })

it('[KRN21] writes down how the last run of a scheduled job went', async () => {
  let failure: Error | null = new Error('wrapped', { cause: new Error('no space left\n at disk') })
  const undo = runner().register(
    'probe',
    'tidy',
    aJob(async () => {
      if (failure) throw failure
    }),
  )
  const jobs = runner().forPlugin('probe')
  expect((await runner().schedules.list()).find(({ plugin }) => plugin === 'probe')).toEqual({
    plugin: 'probe',
    name: 'tidy',
    schedule: '0 0 29 2 *',
    state: 'in-time',
    startedAt: null,
    durationMs: null,
    failure: null,
  })
  await jobs.add('tidy', {})
  const broken = await found('tidy', ({ durationMs }) => durationMs !== null)
  expect(broken).toMatchObject({ state: 'failed', failure: 'no space left' })
  failure = null
  await jobs.add('tidy', {})
  const mended = await found('tidy', ({ state }) => state === 'in-time')
  expect(mended.failure).toBeNull()
  expect(mended.startedAt?.getTime()).toBeGreaterThanOrEqual(broken.startedAt?.getTime() ?? Infinity)
  undo()
  expect((await runner().schedules.list()).filter(({ plugin }) => plugin === 'probe')).toEqual([])
})

it('[KRN21] leaves jobs of a plugin that is off out, and forgets those of one that is gone', async () => {
  const own = server.server.kernelServices('any').get(Schedules.id)
  expect(own).toBe(runner().schedules)
  const undo = runner().register(
    'gone',
    'tidy',
    aJob(async () => undefined),
  )
  await runner().forPlugin('gone').add('tidy', {})
  await found('tidy', ({ durationMs }) => durationMs !== null)
  undo()
  await runner().removeOf('gone')
  const { rows } = await server.pool.query(`select from kernel.job_run where plugin = 'gone'`)
  expect(rows).toHaveLength(0)
})
