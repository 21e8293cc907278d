import type { Queries } from '@spawnpoint/sdk/server'
import { usageSpans, type UsageSpan } from '@spawnpoint/contracts/servers'
import { and, asc, eq, gte, lt, or, sql } from 'drizzle-orm'
import { server, usage } from './tables.ts'

/** One measurement of a running game; the network counts from its start. */
export interface Sample {
  readonly server: string
  /** Decides the bucket. */
  readonly at: Date
  readonly measuredAt: Date
  readonly cpu: number
  readonly memory: number
  readonly disk: number
  readonly received: number
  readonly sent: number
}

// The condition of an index that holds all that is read here.
const measured = sql`status = 'active' and coalesce(panel_state, 'ready') in ('ready', 'restoring-backup')`

/** Up to so many are counted each minute; of more, the number that the planner keeps of the index says enough. */
const mostCounted = 10_000

/** How many servers can be measured, and the highest number of one on the panel. */
const readMeasured = async (db: Queries): Promise<{ count: number; last: number }> => {
  const { rows } = await db.execute<{ counted: number; planned: number; last: number | null }>(sql`select
    (select count(*)::int from (select from ${server} where ${measured} limit ${mostCounted}) counted) as counted,
    (select reltuples::int from pg_class where oid = 'servers.server_turn'::regclass) as planned,
    (select max(panel_id) from ${server} where ${measured}) as last`)
  const { counted = 0, planned = 0, last } = rows[0] ?? {}
  return { count: counted < mostCounted ? counted : Math.max(counted, planned), last: last ?? 0 }
}

/** Servers whose turn it is: with more than fit into five minutes, each is measured every ten, fifteen, and so on. */
export const listDue = async (db: Queries, minute: number, perMinute: number) => {
  const { count, last } = await readMeasured(db)
  const every = 5 * Math.max(1, Math.ceil(count / (5 * perMinute)))
  // Panels number their servers one by one, so that about as many have their turn in each minute. In no order: those for
  // which a minute has no room are others each time.
  const first = every - (minute % every)
  const { rows } = await db.execute<{ id: string; panel_id: number; identifier: string }>(sql`
    select id, panel_id, identifier from ${server}
    join generate_series(${first % every}::int, ${last}::int, ${every}::int) turn on turn = panel_id
    where ${measured} order by random()`)
  return rows.map(({ id, panel_id, identifier }) => ({ id, panelId: panel_id, identifier }))
}

// A hostile panel must not stop the measurements of all servers by a number that no column takes.
const bounded = (value: number) => Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER)

const plain = (sample: Sample) => ({
  server: sample.server,
  at: sample.at,
  measured_at: sample.measuredAt,
  cpu: bounded(sample.cpu),
  memory: bounded(sample.memory),
  disk: bounded(sample.disk),
  received_total: Math.trunc(bounded(sample.received)),
  sent_total: Math.trunc(bounded(sample.sent)),
})

const averaged = (name: string, count: string) => {
  const [old, fresh] = [sql.raw(`u.${name}_average`), sql.raw(`excluded.${name}_average`)]
  const [before, more] = [sql.raw(`u.${count}`), sql.raw(`excluded.${count}`)]
  return sql`${sql.raw(`${name}_average`)} = coalesce(
      (${old} * ${before} + ${fresh} * ${more}) / nullif(${before} + ${more}, 0), ${old}, ${fresh}),
    ${sql.raw(`${name}_highest`)} = greatest(u.${sql.raw(`${name}_highest`)}, excluded.${sql.raw(`${name}_highest`)})`
}

/**
 * Adds measurements to their buckets. Rates are the growth since the measurement before, unless the game was started
 * anew since; one of more than four hours ago says nothing about now.
 */
export const saveSamples = async (db: Queries, samples: readonly Sample[]): Promise<void> => {
  if (samples.length === 0) return
  await db.execute(sql`
    with sample as (
      select s.* from json_to_recordset(${JSON.stringify(samples.map(plain))}::json) as s (
        server uuid, at timestamptz, measured_at timestamptz, cpu real, memory real, disk real,
        received_total bigint, sent_total bigint)
      join ${server} known on known.id = s.server
      for key share of known
    ), measured as (
      select sample.*, growth.received, growth.sent, (growth.received is not null)::int as rates
      from sample left join lateral (
        select (sample.received_total - before.received_total) / nullif(seconds, 0) as received,
          (sample.sent_total - before.sent_total) / nullif(seconds, 0) as sent
        from (
          select *, extract(epoch from sample.measured_at - counted_at)::float8 as seconds from ${usage}
          where server = sample.server and minutes = 120
          order by at desc limit 1
        ) before
        where seconds between 0 and 14400
          and sample.received_total >= before.received_total and sample.sent_total >= before.sent_total
      ) growth on true
    )
    insert into ${usage} as u (server, minutes, at, samples, cpu_average, cpu_highest, memory_average, memory_highest,
      disk_average, disk_highest, rates, received_average, received_highest, sent_average, sent_highest,
      counted_at, received_total, sent_total)
    select server, minutes, date_bin(make_interval(mins => minutes), at, 'epoch'), 1, cpu, cpu, memory, memory,
      disk, disk, rates, received, received, sent, sent,
      case minutes when 120 then measured_at end, case minutes when 120 then received_total end,
      case minutes when 120 then sent_total end
    from measured cross join (values (5), (120)) as bucket (minutes)
    order by server, minutes
    on conflict (server, minutes, at) do update set
      ${averaged('cpu', 'samples')}, ${averaged('memory', 'samples')}, ${averaged('disk', 'samples')},
      ${averaged('received', 'rates')}, ${averaged('sent', 'rates')},
      samples = u.samples + 1, rates = u.rates + excluded.rates,
      counted_at = excluded.counted_at, received_total = excluded.received_total,
      sent_total = excluded.sent_total`)
}

/** The first bucket of a span that ends now. */
const startOf = (span: UsageSpan, now: Date) => {
  const { minutes, hours } = usageSpans[span]
  const bucketMs = minutes * 60_000
  return new Date(Math.ceil((now.getTime() - hours * 3_600_000) / bucketMs) * bucketMs)
}

export const listUsage = async (db: Queries, id: string, span: UsageSpan, now: Date) => {
  const { minutes } = usageSpans[span]
  const from = startOf(span, now)
  const rows = await db
    .select()
    .from(usage)
    .where(and(eq(usage.server, id), eq(usage.minutes, minutes), gte(usage.at, from)))
    .orderBy(asc(usage.at))
  return { from: from.getTime(), to: now.getTime(), bucketMs: minutes * 60_000, rows }
}

/** Deletes buckets that no page shows any more. */
export const deleteOutdatedUsage = (db: Queries, now: Date) => {
  const outdated = (span: UsageSpan) =>
    and(eq(usage.minutes, usageSpans[span].minutes), lt(usage.at, startOf(span, now)))
  return db.delete(usage).where(or(outdated('day'), outdated('month')))
}
