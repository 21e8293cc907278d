import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startTestServer } from '../../support/server/start-test-server.ts'

it('[OPS37] a job whose end the database refuses to record is recorded later, and ends neither the process nor background work', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const rejections: unknown[] = []
  const hear = (error: unknown) => void rejections.push(error)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  // As PostgreSQL refuses a write on a full disk.
  await server.pool.query(`create function public.refuse() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
  const refuse = (operation: string, when: string) =>
    server.pool.query(
      `create trigger refuse_${operation} before ${operation} on graphile_worker._private_jobs for each row
       when (old.payload->>'plugin' = 'probe' and ${when}) execute function public.refuse()`,
    )
  await refuse('delete', 'true')
  await refuse('update', 'new.locked_by is null')

  const { runner } = server.server.core
  const runs: string[] = []
  const register = (name: string, work: () => void) =>
    runner.register('probe', name, {
      payload: z.object({}),
      maxAttempts: 25,
      timeoutMs: 60_000,
      schedule: null,
      run: async () => {
        runs.push(name)
        work()
      },
    })
  register('ends', () => undefined)
  register('fails', () => {
    throw new Error('this job fails')
  })
  for (const name of ['ends', 'fails']) await runner.forPlugin('probe').add(name, {})
  await expect.poll(() => runs.toSorted()).toEqual(['ends', 'fails'])

  const left = async () => {
    const { rows } = await server.pool.query<{ job: string; failure: string | null }>(
      `select payload->>'job' as job, last_error as failure from graphile_worker._private_jobs
       where payload->>'plugin' = 'probe' order by job`,
    )
    return rows
  }
  expect((await left()).map(({ job }) => job)).toEqual(['ends', 'fails'])
  await server.pool.query('drop function public.refuse() cascade')
  await expect.poll(left).toEqual([{ job: 'fails', failure: 'this job fails' }])
  expect(runs.filter((name) => name === 'ends')).toEqual(['ends'])
  expect(rejections).toEqual([])
})
