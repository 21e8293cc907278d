import { runMigrations } from 'graphile-worker'
import { expect, it } from 'vitest'
import { testDatabase } from '../../support/database/test-database.ts'

const database = testDatabase()

// `kernel/server/jobs` reads these tables, which graphile-worker calls private: an upgrade that changes them has to be
// looked at here first.
it('the queue’s private tables have the columns that the product reads', async () => {
  await runMigrations({ pgPool: database.pool })
  const { rows } = await database.pool.query<{ column: string }>(
    `select table_name || '.' || column_name || ' ' || data_type as column from information_schema.columns
     where table_schema = 'graphile_worker' and (table_name, column_name) in (
       ('_private_jobs', 'id'), ('_private_jobs', 'payload'), ('_private_jobs', 'locked_at'),
       ('_private_jobs', 'job_queue_id'), ('_private_job_queues', 'id'), ('_private_job_queues', 'queue_name'))
     order by 1`,
  )
  expect(rows.map(({ column }) => column)).toEqual([
    '_private_job_queues.id integer',
    '_private_job_queues.queue_name text',
    '_private_jobs.id bigint',
    '_private_jobs.job_queue_id integer',
    '_private_jobs.locked_at timestamp with time zone',
    '_private_jobs.payload json',
  ])
})
