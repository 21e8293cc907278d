import type { PluginQueries } from '@spawnpoint/sdk/server'
import type { Prize } from '../contract/index.ts'

export interface Spin {
  readonly id: string
  readonly person: string
  readonly kind: 'daily' | 'bonus' | 'paid'
  readonly price: number
  readonly prize: Prize
  readonly coins: number
  readonly state: 'charging' | 'returning' | 'owed' | 'paid'
  readonly at: Date
}

export interface NewSpin extends Omit<Spin, 'id' | 'state'> {
  readonly requestKey: string
  readonly day: string
}

const PAGE = 25

export const findByRequest = async (db: PluginQueries, person: string, requestKey: string) =>
  (await db.sql<Spin>`select * from spin where person = ${person} and request_key = ${requestKey}`)[0]

/** Waits until no other request of this customer decides about a spin. */
export async function lockPlayer(tx: PluginQueries, person: string): Promise<{ readonly bonus: number }> {
  await tx.sql`insert into player (person) values (${person}) on conflict do nothing`
  const [row] = await tx.sql<{ bonus: number }>`select bonus from player where person = ${person} for update`
  if (!row) throw new Error('the row was inserted just now')
  return row
}

export async function countToday(db: PluginQueries, person: string, day: string) {
  const [row] = await db.sql<{ daily: number; paid: number; bonus: number; owed: number }>`
    select
      (count(*) filter (where day = ${day}::date and kind = 'daily'))::int as daily,
      (count(*) filter (where day = ${day}::date and kind = 'paid'))::int as paid,
      coalesce(sum(coins) filter (where state = 'owed'), 0)::float8 as owed,
      coalesce((select bonus from player where person = ${person}), 0) as bonus
    from spin where person = ${person}`
  return row ?? { daily: 0, paid: 0, bonus: 0, owed: 0 }
}

export async function addSpin(tx: PluginQueries, spin: NewSpin): Promise<Spin> {
  // A free spin with nothing to pay out is settled at once.
  const state = spin.price > 0 ? 'charging' : spin.coins > 0 ? 'owed' : 'paid'
  const [row] = await tx.sql<Spin>`
    insert into spin (person, request_key, day, kind, price, prize, coins, state, at, tried_at)
    values (${spin.person}, ${spin.requestKey}, ${spin.day}, ${spin.kind}, ${spin.price}, ${spin.prize},
      ${spin.coins}, ${state}, ${spin.at}, ${spin.at})
    returning *`
  if (!row) throw new Error('an insert without a condition returns its row')
  if (spin.kind === 'bonus') await tx.sql`update player set bonus = bonus - 1 where person = ${spin.person}`
  return row
}

/** Settles the charge. False where another request has settled it or the job is returning it. */
export async function markCharged(tx: PluginQueries, id: string): Promise<boolean> {
  const rows = await tx.sql`
    update spin set state = case when coins > 0 then 'owed' else 'paid' end
    where id = ${id} and state = 'charging' returning id`
  return rows.length > 0
}

export const isCharged = async (db: PluginQueries, id: string) =>
  (await db.sql`select id from spin where id = ${id} and state in ('owed', 'paid')`).length > 0

export const markPaid = (db: PluginQueries, id: string) =>
  db.sql`update spin set state = 'paid' where id = ${id} and state = 'owed'`

export const removeUncharged = (db: PluginQueries, id: string) =>
  db.sql`delete from spin where id = ${id} and state in ('charging', 'returning')`

/** Owed prizes, the longest untried first, each marked as tried. */
export const takeOwed = (db: PluginQueries, now: Date) => db.sql<Spin>`
  update spin set tried_at = ${now} where id = any(array(
    select id from spin where state = 'owed' order by tried_at limit 100 for update skip locked))
  returning *`

/** Spins whose request ended before the charge was settled: their coins go back. */
export const takeAbandoned = (db: PluginQueries, now: Date) => db.sql<Spin>`
  update spin set state = 'returning' where id = any(array(
    select id from spin
    where state = 'returning' or (state = 'charging' and at < ${now}::timestamptz - interval '5 minutes')
    order by at limit 100 for update skip locked))
  returning *`

export const sweepSpins = (db: PluginQueries, { now, days }: { now: Date; days: number }) =>
  db.sql`delete from spin where state = 'paid' and at < ${now}::timestamptz - make_interval(days => ${days}::int)`

export async function pageOfSpins(db: PluginQueries, before: string | undefined) {
  const rows = await db.sql<Spin>`
    select * from spin
    where state in ('owed', 'paid') and (${before ?? null}::uuid is null
      or (at, id) < (select at, id from spin where id = ${before ?? null}::uuid))
    order by at desc, id desc limit ${PAGE + 1}`
  return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE }
}

export async function sumsOf(db: PluginQueries, day: string) {
  const [row] = await db.sql<{ spins: number; charged: number; won: number; owed: number }>`
    select
      (count(*) filter (where day = ${day}::date))::int as spins,
      coalesce(sum(price) filter (where day = ${day}::date), 0)::float8 as charged,
      coalesce(sum(coins) filter (where day = ${day}::date), 0)::float8 as won,
      coalesce(sum(coins) filter (where state = 'owed'), 0)::float8 as owed
    from spin where state in ('owed', 'paid')`
  return row ?? { spins: 0, charged: 0, won: 0, owed: 0 }
}

/** A bonus spin for a new customer. The event may arrive twice, so a row that exists stays as it is. */
export const giveBonus = (db: PluginQueries, person: string) =>
  db.sql`insert into player (person, bonus) values (${person}, 1) on conflict do nothing`
