import type { Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

// Through Drizzle a bigint arrives as text.
const whole = z.coerce.number().int()

const drift = z.object({ account: z.string(), balance: whole, entries: whole })
const restored = z.object({ before: whole, after: whole })
const reckoning = z.object({ at: z.string().nullable(), accounts: whole, total: whole, frozen: whole })

export const listDrift = async (tx: Queries) => {
  const { rows } = await tx.execute(sql`select account, balance, entries from coins.drift()`)
  return rows.map((row) => drift.parse(row))
}

/** Answers whether the account was not frozen before. */
export const freezeAccount = async (tx: Queries, id: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(
    sql`update coins.account set frozen_at = now() where id = ${id} and frozen_at is null`,
  )
  return rowCount === 1
}

export const restoreAccount = async (tx: Queries, id: string): Promise<z.output<typeof restored> | null> => {
  const { rows } = await tx.execute(sql`select before, after from coins.restore(${id})`)
  return rows[0] ? restored.parse(rows[0]) : null
}

export const saveReckoning = (tx: Queries, drifted: number) =>
  tx.execute(sql`
    insert into coins.reckoning (at, accounts, drifted, total)
      select now(), (select count(*) from coins.account where kind = 'user'), ${drifted},
        (select coalesce(sum(amount), 0) from coins.entry)
    on conflict (singleton) do update
      set at = excluded.at, accounts = excluded.accounts, drifted = excluded.drifted, total = excluded.total`)

export const findReckoning = async (db: Queries) => {
  const { rows } = await db.execute(sql`
    select to_char(r.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at,
      coalesce(r.accounts, 0) as accounts, coalesce(r.total, 0) as total,
      (select count(*) from coins.account where frozen_at is not null) as frozen
    from (values (true)) as one left join coins.reckoning r on true`)
  return reckoning.parse(rows[0])
}

/** Adding up a long ledger takes longer than a call may. */
export const allowLongQuery = (tx: Queries) => tx.execute(sql`set local statement_timeout = '15min'`)
