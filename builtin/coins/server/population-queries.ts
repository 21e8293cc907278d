import type { Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PopulationSample } from './simulated-habits.ts'

// Through Drizzle a bigint arrives as text.
const whole = z.coerce.number().int()
const bin = z.object({ balance: whole, accounts: whole })
const counted = z.object({ sampled: whole })
const usage = z.object({ kind: z.string(), people: whole, days: whole, times: whole, coins: whole })

/** Simulated accounts, each in place of an equal share of the instance's, and accounts whose transactions are read. */
const SIMULATED = 60
const SAMPLED = 500

// By a hash of the id, so that the same accounts are taken each time, whatever their age or balance.
const sampleOf = (accounts: number) => sql`select id from coins.account
  where kind = 'user' and abs(hashtext(id::text)) % ${Math.max(1, Math.ceil(accounts / SAMPLED))}::int = 0`

/** Balances of today, and what people did in the last 30 days. */
export async function readPopulation(db: Queries): Promise<PopulationSample> {
  const bins = await db.execute(sql`
    select round(avg(balance)) as balance, count(*) as accounts
    from (select balance, ntile(${SIMULATED}::int) over (order by balance, id) as place
      from coins.account where kind = 'user') a
    group by place order by place`)
  const balances = bins.rows.map((row) => bin.parse(row))
  const accounts = balances.reduce((sum, each) => sum + each.accounts, 0)
  const sample = sampleOf(accounts)
  const { rows } = await db.execute(sql`select count(*) as sampled from (${sample}) s`)
  // A gift counts for the person who gives it.
  const used = await db.execute(sql`
    select t.kind, count(distinct e.account) as people,
      count(distinct (e.account, (t.created_at at time zone 'UTC')::date)) as days,
      count(*) as times, sum(abs(e.amount)) as coins
    from (${sample}) s join coins.entry e on e.account = s.id join coins.transfer t on t.id = e.transfer
    where t.created_at >= now() - interval '30 days'
      and (e.amount < 0 or not exists (
        select from coins.entry o join coins.account a on a.id = o.account
        where o.transfer = t.id and a.kind = 'user' and o.amount < 0))
    group by t.kind`)
  return {
    accounts,
    balances: balances.map(({ balance }) => balance),
    sampled: rows[0] ? counted.parse(rows[0]).sampled : 0,
    usage: used.rows.map((row) => usage.parse(row)),
  }
}
