import type { Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

// Through Drizzle a bigint arrives as text.
const whole = z.coerce.number().int()

const movement = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  coins: whole,
  payer: z.string().nullable(),
  receiver: z.string().nullable(),
})
const sums = z.object({ entries: whole, differing: whole, recorded: whole.nullable() })

const inMonth = (from: string, to: string) => sql`t.created_at >= ${from}::timestamp at time zone 'UTC'
  and t.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`

/** The transactions that moved the most coins. Who pays or receives is null for the product itself. */
export async function listLargestMovements(db: Queries, from: string, to: string) {
  const { rows } = await db.execute(sql`
    select t.id::text as id, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, t.kind,
      sum(e.amount) filter (where e.amount > 0) as coins,
      min(a.owner::text) filter (where e.amount < 0) as payer,
      min(a.owner::text) filter (where e.amount > 0) as receiver
    from coins.transfer t join coins.entry e on e.transfer = t.id join coins.account a on a.id = e.account
    where ${inMonth(from, to)}
    group by t.id order by coins desc, t.id limit 10`)
  return rows.map((row) => movement.parse(row))
}

/**
 * Three sums that have to agree with others: all entries of the month, days whose recorded totals differ from their
 * transactions, and the supply recorded at the end of the last day.
 */
export async function readSums(db: Queries, from: string, to: string) {
  const { rows } = await db.execute(sql`
    select
      (select coalesce(sum(e.amount), 0) from coins.transfer t join coins.entry e on e.transfer = t.id
        where ${inMonth(from, to)}) as entries,
      (select count(*) from (
        select * from coins.flow_day where day between ${from}::date and ${to}::date
      ) f full join (
        select l.* from coins.flows(${from}::date, ${to}::date) l
        where l.day <= (select through from coins.flow_settled)
      ) l using (day, kind)
        where row(f.issued, f.removed, f.moved, f.transactions)
          is distinct from row(l.issued, l.removed, l.moved, l.transactions)) as differing,
      (select supply from coins.wealth_day where day = ${to}::date) as recorded`)
  return sums.parse(rows[0])
}
