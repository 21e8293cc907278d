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
  /** How long the panel still wants to be left alone, as another process was told. */
  readonly pausedMs: number
}

/** The turns of all processes that share a database. */
export interface SharedTurns {
  /** Null while the database does not answer. */
  take(pace: Pace): Promise<Turn | null>
  /** Notes for all processes that the panel wants to be left alone. */
  pause(ms: number): Promise<void>
  /** How long it still does; 0 while the database does not answer. */
  pausedMs(): Promise<number>
  /** How much of the budget this process has used of late, from 0 to 1. */
  share(): number
}

interface Granted extends Record<string, unknown> {
  readonly paused: number
  readonly ahead: number
  readonly count: number
  readonly turns: number
}

export type PanelArea = 'application' | 'client'

interface SharedTurnsDeps {
  readonly db: Pick<DatabaseService, 'orm'>
  readonly area: PanelArea
  /** Stands for address and keys: a pause is that of one panel. */
  readonly panel: string
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

const momentOf = ({ now }: SharedTurnsDeps) =>
  now ? sql`${now()}::float8` : sql`extract(epoch from clock_timestamp())::float8 * 1000`

/** A clock that was set back to before the panel said so ends the pause: nobody knows how long it would last. */
const restOfPause = ({ panel }: SharedTurnsDeps) =>
  sql`case when now >= paused_at and paused_for = ${panel} then greatest(paused_until - now, 0) else 0 end`

/**
 * Takes turns from the row, which is locked for one statement. A clock that was set back leaves a time farther ahead
 * than any turn: then calls go on one by one, as after a burst.
 */
const grant = async (deps: SharedTurnsDeps, wanted: number, pace: Pace): Promise<Granted | null> => {
  const { db, area } = deps
  const { burst, intervalMs, maxWaitMs } = pace
  const farthest = maxWaitMs + burst * intervalMs
  const { rows } = await db.orm.execute<Granted>(sql`
    with held as (
      select area, due, paused_at, paused_until, paused_for, ${momentOf(deps)} as now,
        set_config('synchronous_commit', 'off', true)
      from panel.call_budget where area = ${area} for update
    ), asked as (
      select area, now, ${restOfPause(deps)} as paused, case when due - now > ${farthest + 1}::float8
        then ${burst * intervalMs}::float8 else greatest(due - now, 0) end as ahead from held
    ), granted as (
      select *, case when paused > 0 then 0
        else least(${wanted}::float8, floor((${farthest}::float8 - ahead) / ${intervalMs}::float8)) end as count
      from asked
    )
    update panel.call_budget as budget
    set due = granted.now + granted.ahead + granted.count * ${intervalMs}::float8,
      turns = budget.turns + granted.count::bigint
    from granted where budget.area = granted.area
    returning granted.paused, granted.ahead, granted.count, budget.turns::float8 as turns`)
  return rows[0] ?? null
}

/** The longest of the pauses that processes were told. */
const notePause = async (deps: SharedTurnsDeps, ms: number) => {
  await deps.db.orm.execute(sql`
    with moment as (select ${momentOf(deps)} as now)
    update panel.call_budget set paused_at = now, paused_for = ${deps.panel},
      paused_until = now + greatest(${ms}::float8, ${restOfPause(deps)})
    from moment where area = ${deps.area}`)
}

const readPause = async (deps: SharedTurnsDeps): Promise<number> => {
  const { rows } = await deps.db.orm.execute<{ paused: number }>(sql`
    with moment as (select ${momentOf(deps)} as now)
    select ${restOfPause(deps)} as paused from panel.call_budget, moment where area = ${deps.area}`)
  return rows[0]?.paused ?? 0
}

/** Calls that come while one statement runs share the next one: a busy process does not ask once for each call. */
export const createSharedTurns = (deps: SharedTurnsDeps): SharedTurns => {
  const { patience = aSecond } = deps
  const share = createShare()
  let waiting: ((granted: Granted | null, place: number) => void)[] = []
  let isAsking = false

  /** Null while the database does not answer. */
  const soon = async <Value>(work: Promise<Value>): Promise<Value | null> => {
    const ending = new AbortController()
    try {
      return await Promise.race([work, patience(ending.signal)])
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
      const granted = await soon(grant(deps, served.length, pace))
      if (granted) share.note(granted)
      served.forEach((answer, place) => answer(granted, place))
    }
    isAsking = false
  }

  return {
    share: share.read,
    pause: async (ms) => void (await soon(notePause(deps, ms))),
    pausedMs: async () => (await soon(readPause(deps))) ?? 0,
    take: (pace) =>
      new Promise((resolve) => {
        waiting.push((granted, place) => {
          if (!granted) return resolve(null)
          const waitMs = granted.ahead + (place + 1 - pace.burst) * pace.intervalMs
          const isTooFar = place >= granted.count
          resolve({ waitMs: Math.max(0, waitMs), isTooFar, pausedMs: granted.paused })
        })
        if (!isAsking) void serve(pace)
      }),
  }
}
