import type { ClockService, LimitsService, LogService, SecretsService } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Keys may hold addresses and names: only their hash is stored, behind the id of the plugin that they begin with. */
function storedKey(key: string): string {
  const owner = /^[a-z][a-z0-9.-]{0,47}:/.exec(key)?.[0] ?? ''
  return owner + createHash('sha256').update(key).digest('base64url')
}

/** With the sweeping of what nobody counts any more. */
export type LimitStore = LimitsService & { sweep(): Promise<void> }

/** Everything that another store of limits needs; it falls back to `limits`. */
export interface LimitsSource {
  readonly limits: LimitStore
  readonly secrets: SecretsService
  readonly clock: ClockService
  readonly log: LogService
}

export interface OpenLimits {
  readonly limits: LimitStore
  close(): Promise<void>
}

// Always true, so 1: a crash may cost the last half second of counts, but none of them waits for the disk.
const UNHURRIED = `set_config('synchronous_commit', 'off', true) = 'off'`

// A window that begins later than this one would end is of before the clock was set back.
const OVER = `(r.window_started_at <= $2 - make_interval(secs => $3) or r.window_started_at >= $2 + make_interval(secs => $3))`

/** Counts in fixed windows, in one statement, so that parallel calls and processes share one count. */
export function createLimits(pool: pg.Pool, clock: ClockService): LimitStore {
  return {
    async take(key, { max, perSeconds }) {
      const { rows } = await pool.query<{ count: number }>({
        name: 'kernel.take-limit',
        text: `insert into kernel.rate as r (key, window_started_at, count)
               values ($1, $2, (${UNHURRIED})::int)
               on conflict (key) do update set
                 count = case when ${OVER} then 1 else r.count + 1 end,
                 window_started_at = case when ${OVER} then $2 else r.window_started_at end
               returning count`,
        values: [storedKey(key), clock.now(), perSeconds],
      })
      return (rows[0]?.count ?? 1) <= max
    },
    async clear(key) {
      await pool.query('delete from kernel.rate where key = $1', [storedKey(key)])
    },
    async sweep() {
      await pool.query(`delete from kernel.rate where window_started_at < $1`, [
        new Date(clock.now().getTime() - 86_400_000),
      ])
    },
  }
}
