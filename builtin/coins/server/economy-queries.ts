import { userId } from '@spawnpoint/sdk/common'
import type { Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

// Through Drizzle a bigint arrives as text.
const whole = z.coerce.number().int()

const flow = z.object({
  day: z.string(),
  kind: z.string(),
  issued: whole,
  removed: whole,
  moved: whole,
  transactions: whole,
})
const wealth = z.object({ accounts: whole, median: whole, topShare: z.number(), gini: z.number() })
const span = z.object({ from: z.string(), to: z.string(), before: z.string(), today: z.string() })
const month = z.object({ month: z.string() })
const balance = z.object({ user: userId, balance: whole })
const total = z.object({ supply: whole })

export type Flow = z.output<typeof flow>
export type Span = z.output<typeof span>

const text = (date: ReturnType<typeof sql>) => sql`to_char(${date}, 'YYYY-MM-DD')`

/** First and last day of a period, and the first day of the period of the same length before it. A month does not pass today. */
export async function findSpan(db: Queries, period: string): Promise<Span> {
  const range = period.includes('-')
    ? sql`select to_date(${period}, 'YYYY-MM') as first,
        least((to_date(${period}, 'YYYY-MM') + interval '1 month')::date - 1, t.today) as last,
        (to_date(${period}, 'YYYY-MM') - interval '1 month')::date as before, t.today from t`
    : sql`select t.today - ${Number(period)}::int + 1 as first, t.today as last,
        t.today - 2 * ${Number(period)}::int + 1 as before, t.today from t`
  const { rows } = await db.execute(sql`
    with t as (select (now() at time zone 'UTC')::date as today), r as (${range})
    select ${text(sql`first`)} as from, ${text(sql`last`)} as to, ${text(sql`before`)} as before,
      ${text(sql`today`)} as today from r`)
  return span.parse(rows[0])
}

/** Summed days as they were summed; later ones from the transactions themselves. */
export async function listFlows(db: Queries, from: string, to: string): Promise<readonly Flow[]> {
  const { rows } = await db.execute(sql`
    with s as (select coalesce((select through from coins.flow_settled), '-infinity'::date) as through)
    select ${text(sql`f.day`)} as day, f.kind, f.issued, f.removed, f.moved, f.transactions from (
      select * from coins.flow_day where day between ${from}::date and ${to}::date
      union all
      select l.* from s, coins.flows(greatest(${from}::date, (s.through + 1)::date), ${to}::date) l
    ) f order by f.day, f.kind`)
  return rows.map((row) => flow.parse(row))
}

export async function sumBalances(db: Queries): Promise<number> {
  const { rows } = await db.execute(
    sql`select coalesce(sum(balance), 0) as supply from coins.account where kind = 'user'`,
  )
  return total.parse(rows[0]).supply
}

/** The distribution now when `day` is today, else as it was recorded at the end of that day. */
export async function findWealth(db: Queries, day: string, today: string) {
  const source = day === today ? sql`coins.wealth()` : sql`coins.wealth_day where day = ${day}::date`
  const { rows } = await db.execute(
    sql`select accounts, median, top_share as "topShare", gini from ${source}`,
  )
  return rows[0] ? wealth.parse(rows[0]) : null
}

export async function listLargest(db: Queries) {
  const { rows } = await db.execute(
    sql`select owner as user, balance from coins.account where kind = 'user' and balance > 0 order by balance desc, id limit 10`,
  )
  return rows.map((row) => balance.parse(row))
}

export async function listMonths(db: Queries): Promise<readonly string[]> {
  const { rows } = await db.execute(sql`
    select to_char(m, 'YYYY-MM') as month
    from (select min(created_at) at time zone 'UTC' as first from coins.transfer) t,
      generate_series(date_trunc('month', t.first), now() at time zone 'UTC', interval '1 month') m
    order by m desc limit 24`)
  return rows.map((row) => month.parse(row).month)
}
