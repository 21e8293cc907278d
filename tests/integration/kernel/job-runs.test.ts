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
  const known = (await runner().schedules.list()).find(({ plugin }) => plugin === 'probe')
  expect(known).toMatchObject({ name: 'tidy', schedule: '0 0 29 2 *', timeoutMs: 5_000, lastRun: null })
  expect(known?.isDue(new Date('2028-02-29T00:00:30Z'))).toBe(true)
  expect(known?.isDue(new Date('2028-02-29T00:01:00Z'))).toBe(false)
  await jobs.add('tidy', {})
  const broken = await found('tidy', ({ lastRun }) => typeof lastRun?.durationMs === 'number')
  expect(broken.lastRun?.failure).toBe('no space left')
  failure = null
  await jobs.add('tidy', {})
  const mended = await found('tidy', ({ lastRun }) => lastRun?.failure === null)
  const startOf = ({ lastRun }: ScheduledJob) => lastRun?.startedAt.getTime() ?? Number.NaN
  expect(startOf(mended)).toBeGreaterThanOrEqual(startOf(broken))
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
  await found('tidy', ({ lastRun }) => typeof lastRun?.durationMs === 'number')
  undo()
  await runner().removeOf('gone')
  const { rows } = await server.pool.query(`select from kernel.job_run where plugin = 'gone'`)
  expect(rows).toHaveLength(0)
})
