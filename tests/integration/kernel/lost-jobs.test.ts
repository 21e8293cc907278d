import type { LogService } from '@spawnpoint/sdk/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createJobRunner, type JobRunner } from '../../../kernel/server/jobs/jobs.ts'
import { testDatabase } from '../../support/database/test-database.ts'
import { until } from '../../support/server/start-hosting-server.ts'

const database = testDatabase()
const log: LogService = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

let runner: JobRunner
beforeAll(async () => {
  runner = createJobRunner({ pool: database.pool, orm: database.orm, log, concurrency: 2 })
  await runner.prepare()
})
afterAll(() => runner.stop())

const job = (timeoutMs: number, run: () => Promise<void>) => ({
  payload: z.object({}),
  maxAttempts: 3,
  timeoutMs,
  schedule: null,
  run,
})

/** A worker that was killed has left its locks behind. */
const lock = (worker: string, job: string, seconds: number) =>
  database.pool.query(
    `with held as (
       update graphile_worker._private_jobs set locked_by = $1, attempts = 1,
         locked_at = now() - make_interval(secs => $3)
       where payload->>'job' = $2 returning job_queue_id)
     update graphile_worker._private_job_queues set locked_by = $1, locked_at = now()
     where id in (select job_queue_id from held)`,
    [worker, job, seconds],
  )

const locked = async () =>
  (
    await database.pool.query<{ job: string }>(
      `select payload->>'job' as job from graphile_worker._private_jobs where locked_by is not null order by 1`,
    )
  ).rows.map((row) => row.job)

it('[KRN32] tries the jobs of a killed process again once their time is up, and none of one that lives', async () => {
  const done: string[] = []
  const register = (name: string, timeoutMs: number) =>
    runner.register(
      'probe',
      name,
      job(timeoutMs, async () => void done.push(name)),
    )
  for (const [name, timeoutMs] of [
    ['short', 30_000],
    ['long', 3_600_000],
    ['other', 3_600_000],
  ] as const) {
    register(name, timeoutMs)
    await runner.inQueue('probe', name).add(name, {})
  }
  await lock('pool-killed', 'short', 85)
  await lock('pool-killed', 'long', 85)
  await lock('pool-alive', 'other', 85)
  await runner.freeLost()
  expect(await locked()).toEqual(['long', 'other', 'short'])

  await lock('pool-killed', 'short', 95)
  await runner.freeLost()
  expect(await locked()).toEqual(['other'])

  await runner.start()
  await until('both were tried again', async () => done.length === 2)
  expect(done.toSorted()).toEqual(['long', 'short'])
  await expect.poll(locked).toEqual(['other'])
})
