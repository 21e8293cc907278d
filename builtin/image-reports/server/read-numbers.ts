import { readNumbers } from '@spawnpoint/contracts/image-reports'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { answer, Clock, Database } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'

type Month = ReplyOf<typeof readNumbers>['months'][number]

/** Each number counts in the month in which it happened, in UTC. */
export const handleReadNumbers = answer(
  readNumbers,
  { clock: Clock, db: Database },
  async ({ clock, db }) => {
    const now = clock.now().toISOString()
    const { rows } = await db.orm.execute<Month & Record<string, unknown>>(sql`
      with months as (
        select month, month + interval '1 month' as until from generate_series(
          date_trunc('month', ${now}::timestamptz at time zone 'UTC') - interval '11 months',
          date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') month),
      facts as (
        select 'notices' as fact, created_at at time zone 'UTC' as at, null::float8 as hours from image_reports.notice
        union all select 'images', reported_at at time zone 'UTC', null from image_reports.report
        union all select 'hidden', hidden_at at time zone 'UTC', null from image_reports.report
        union all select case when ground is null then 'kept' else 'removed' end, decided_at at time zone 'UTC',
          extract(epoch from decided_at - reported_at)::float8 / 3600 from image_reports.report
        union all select 'appeals', appealed_at at time zone 'UTC', null from image_reports.report
        union all select 'restored', answered_at at time zone 'UTC', null from image_reports.report
          where answer = 'restored')
      select to_char(month, 'YYYY-MM-DD') as month,
        count(*) filter (where fact = 'notices')::integer as notices,
        count(*) filter (where fact = 'images')::integer as images,
        count(*) filter (where fact = 'hidden')::integer as hidden,
        count(*) filter (where fact = 'removed')::integer as removed,
        count(*) filter (where fact = 'kept')::integer as kept,
        count(*) filter (where fact = 'appeals')::integer as appeals,
        count(*) filter (where fact = 'restored')::integer as restored,
        percentile_cont(0.5) within group (order by hours) as hours
      from months left join facts on at >= month and at < until
      group by month order by month desc`)
    return { months: rows }
  },
)
