import type { DatabaseService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'

/** Calls that may go out at once, the time between those that follow, and how long a call may wait for its turn. */
export interface Pace {
  readonly burst: number
  readonly intervalMs: number
  readonly maxWaitMs: number
}

export interface Turn {
  readonly waitMs: number
  readonly isTooFar: boolean
}

/** The turns of all processes that share a database. */
export interface SharedTurns {
  /** Null while the database does not answer. */
  take(pace: Pace): Promise<Turn | null>
  /** How much of the budget this process has used of late, from 0 to 1. */
  share(): number
}

interface Granted extends Record<string, unknown> {
  readonly ahead: number
  readonly count: number
  readonly turns: number
}

export type PanelArea = 'application' | 'client'

interface SharedTurnsDeps {
  readonly db: Pick<DatabaseService, 'orm'>
  readonly area: PanelArea
  /** The clock of the database, which is one for all; tests bring another. */
  readonly now?: () => number
  /** Ends when the database has been silent for too long. */
  readonly patience?: (signal: AbortSignal) => Promise<null>
}

const aSecond = (signal: AbortSignal) => wait(1_000, null, { ref: false, signal })

/** Turns that the counts remember, so that the share follows what the processes do. */
const remembered = 200
const unknownShare = 0.5
// The counts of two processes are never of the same moment.
const caution = 0.9

const createShare = () => {
  let last: number | null = null
  let own = 0
  let all = 0
  return {
    note({ count, turns }: Granted) {
      const since = last === null ? 0 : Math.max(count, turns - last)
      own += last === null ? 0 : count
      all += since
      last = turns
      if (all <= remembered) return
      own *= remembered / all
      all = remembered
    },
    read: () => (all === 0 ? unknownShare : caution * (own / all)),
  }
}

/**
 * Takes turns from the row, which is locked for one statement. A clock that was set back leaves a time farther ahead
 * than any turn: then calls go on one by one, as after a burst.
 */
const grant = async (
  { db, area, now }: SharedTurnsDeps,
  wanted: number,
  pace: Pace,
): Promise<Granted | null> => {
  const { burst, intervalMs, maxWaitMs } = pace
  const farthest = maxWaitMs + burst * intervalMs
  const moment = now ? sql`${now()}::float8` : sql`extract(epoch from clock_timestamp())::float8 * 1000`
  const { rows } = await db.orm.execute<Granted>(sql`
    with held as (
      select area, due, ${moment} as now, set_config('synchronous_commit', 'off', true)
      from panel.call_budget where area = ${area} for update
    ), asked as (
      select area, now, case when due - now > ${farthest + 1}::float8
        then ${burst * intervalMs}::float8 else greatest(due - now, 0) end as ahead from held
    ), granted as (
      select *, least(${wanted}::float8, floor((${farthest}::float8 - ahead) / ${intervalMs}::float8)) as count
      from asked
    )
    update panel.call_budget as budget
    set due = granted.now + granted.ahead + granted.count * ${intervalMs}::float8,
      turns = budget.turns + granted.count::bigint
    from granted where budget.area = granted.area
    returning granted.ahead, granted.count, budget.turns::float8 as turns`)
  return rows[0] ?? null
}

/** Calls that come while one statement runs share the next one: a busy process does not ask once for each call. */
export const createSharedTurns = (deps: SharedTurnsDeps): SharedTurns => {
  const { patience = aSecond } = deps
  const share = createShare()
  let waiting: ((granted: Granted | null, place: number) => void)[] = []
  let isAsking = false

  const ask = async (wanted: number, pace: Pace): Promise<Granted | null> => {
    const ending = new AbortController()
    try {
      return await Promise.race([grant(deps, wanted, pace), patience(ending.signal)])
    } catch {
      // The caller goes on with its share, and the pool tells of the database.
      return null
    } finally {
      ending.abort()
    }
  }

  const serve = async (pace: Pace) => {
    isAsking = true
    while (waiting.length > 0) {
      const served = waiting
      waiting = []
      const granted = await ask(served.length, pace)
      if (granted) share.note(granted)
      served.forEach((answer, place) => answer(granted, place))
    }
    isAsking = false
  }

  return {
    share: share.read,
    take: (pace) =>
      new Promise((resolve) => {
        waiting.push((granted, place) => {
          if (!granted) return resolve(null)
          const waitMs = granted.ahead + (place + 1 - pace.burst) * pace.intervalMs
          resolve({ waitMs: Math.max(0, waitMs), isTooFar: place >= granted.count })
        })
        if (!isAsking) void serve(pace)
      }),
  }
}
