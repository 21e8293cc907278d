import type { DatabaseService, Transaction } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'

export interface Counter {
  readonly session_id: string
  readonly nonce: string | null
  readonly previous_nonce: string | null
  readonly beat_at: Date
  readonly due_at: Date
  readonly rest_ms: number
  readonly total_ms: number
  readonly day_ms: number
  readonly day_coins: number
  readonly owed: number
}

/** The rules of the moment, and the next step of the chain of heartbeats. */
export interface Beat {
  readonly user: string
  readonly session: string
  /** The nonce that the caller has. */
  readonly nonce: string | null
  readonly next: string
  readonly now: Date
  readonly dueAt: Date
  readonly day: string
  readonly coinMs: number
  readonly coinsPerDay: number
}

/** A heartbeat may come this much earlier than it is due, and this much later. */
const EARLY = `interval '1 second'`
const LATE = `interval '15 seconds'`

const columns = `session_id, nonce, previous_nonce, beat_at, due_at, rest_ms, total_ms::float8 as total_ms, day_ms,
  day_coins, (coins - paid)::float8 as owed`

// A day never begins twice: after a change of time zone an earlier date counts as the one stored.
const isNewDay = `$6::date > c.day`
const dayCoins = `case when ${isNewDay} then 0 else c.day_coins end`
const dayTime = `case when ${isNewDay} then 0 else c.day_ms end`

/** Starts a chain of heartbeats; the caller's own one that is still on time goes on under a new nonce. */
export async function startChain(db: DatabaseService, beat: Beat): Promise<Counter> {
  const goesOn = `(c.nonce = $7 and c.session_id = $2 and $4 <= c.due_at + ${LATE})`
  const [counter] = await db.query<Counter & Record<string, unknown>>({
    name: 'afk.start-chain',
    text: `insert into afk.counter as c (user_id, session_id, nonce, beat_at, due_at, day)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (user_id) do update set
        session_id = $2, nonce = $3, previous_nonce = null,
        beat_at = case when ${goesOn} then c.beat_at else $4 end,
        due_at = case when ${goesOn} then c.due_at else $5 end,
        day = greatest(c.day, $6::date), day_ms = ${dayTime}, day_coins = ${dayCoins}
      returning ${columns}`,
    values: [beat.user, beat.session, beat.next, beat.now, beat.dueAt, beat.day, beat.nonce],
  })
  if (!counter) throw new Error('E_AFK_COUNTER')
  return counter
}

// Time after the day's coins are reached is not counted, also when the day ends within it.
const counted = `case when c.day_coins < $9 and $4 <= c.due_at + ${LATE}
  then (extract(epoch from $4::timestamptz - c.beat_at) * 1000)::integer else 0 end`
const earned = `least(1, (c.rest_ms + ${counted}) / $8)`

/** One statement: of several heartbeats with one nonce the first counts. Null for one that is early or not the chain's. */
export async function countBeat(db: DatabaseService, beat: Beat): Promise<Counter | null> {
  const [counter] = await db.query<Counter & Record<string, unknown>>({
    name: 'afk.count-beat',
    text: `update afk.counter c set
        nonce = $3, previous_nonce = $7, beat_at = $4, due_at = $5,
        rest_ms = (c.rest_ms + ${counted}) % $8,
        total_ms = c.total_ms + ${counted},
        day = greatest(c.day, $6::date),
        day_ms = ${dayTime} + ${counted},
        day_coins = ${dayCoins} + ${earned},
        coins = c.coins + ${earned}
      where c.user_id = $1 and c.session_id = $2 and c.nonce = $7 and $4 >= c.due_at - ${EARLY}
      returning ${columns}`,
    values: [
      beat.user,
      beat.session,
      beat.next,
      beat.now,
      beat.dueAt,
      beat.day,
      beat.nonce,
      beat.coinMs,
      beat.coinsPerDay,
    ],
  })
  return counter ?? null
}

export async function findCounter(db: DatabaseService, user: string): Promise<Counter | null> {
  const [counter] = await db.query<Counter & Record<string, unknown>>({
    name: 'afk.find-counter',
    text: `select ${columns} from afk.counter where user_id = $1`,
    values: [user],
  })
  return counter ?? null
}

export const endChains = (db: DatabaseService) =>
  db.query({ text: `update afk.counter set nonce = null, previous_nonce = null where nonce is not null` })

export async function lockOwed(tx: Transaction, user: string): Promise<{ coins: number; owed: number }> {
  const { rows } = await tx.execute<{ coins: number; owed: number }>(
    sql`select coins::float8 as coins, (coins - paid)::float8 as owed from afk.counter
      where user_id = ${user} for no key update`,
  )
  return rows[0] ?? { coins: 0, owed: 0 }
}

export const markPaid = (tx: Transaction, user: string, coins: number) =>
  tx.execute(sql`update afk.counter set paid = ${coins} where user_id = ${user}`)

export const listOwed = async (db: DatabaseService): Promise<readonly string[]> => {
  const rows = await db.query<{ user_id: string }>({
    text: `select user_id from afk.counter where coins > paid limit 1000`,
  })
  return rows.map(({ user_id }) => user_id)
}

export const forgetCounter = (db: DatabaseService, user: string) =>
  db.query({ text: `delete from afk.counter where user_id = $1`, values: [user] })
