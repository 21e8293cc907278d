import type { ClockService } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { FaultReport } from '../../common/plugin-report.ts'

const WINDOW_SECONDS = 600
const KEEP_DAYS = 30

/** Open reports of one version: who sent them, and what the first one says. */
export interface RecentFaults {
  /** Number of different networks. */
  readonly places: number
  /** User ids. */
  readonly reporters: readonly string[]
  readonly effect: string
  readonly stack: string
  readonly lastAt: Date | null
}

interface FaultRow {
  readonly plugin: string
  readonly user_id: string
  readonly place: string
  readonly version: string
  readonly effect: string
  readonly stack: string
  readonly at: Date
}

const summarize = (rows: readonly FaultRow[]): RecentFaults => ({
  places: new Set(rows.map(({ place }) => place)).size,
  reporters: rows.map(({ user_id: user }) => user),
  effect: rows[0]?.effect ?? '',
  stack: rows[0]?.stack ?? '',
  lastAt: rows.at(-1)?.at ?? null,
})

const hashed = (place: string) => createHash('sha256').update(place).digest('base64url')

interface Reporter {
  readonly user: string
  /** Null for a note, which is shown and not counted. */
  readonly place: string | null
}

export interface ReportStore {
  addFault(from: Reporter, fault: FaultReport): Promise<void>
  /** Open reports of this version within the last ten minutes. */
  recentFaults(plugin: string, version: string): Promise<RecentFaults>
  /** Open reports of the versions that run within the last day, by plugin, for the plugins page. */
  openFaults(versions: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, RecentFaults>>
  /** Closes the reports of a plugin: they stay on record and count no more. */
  settleFaults(plugin: string): Promise<void>
}

/** Reports of browsers: faults by person. */
export function createReportStore(pool: pg.Pool, clock: ClockService): ReportStore {
  return {
    async addFault(
      { user, place }: Reporter,
      { plugin, version, effect, stack }: FaultReport,
    ): Promise<void> {
      await pool.query({
        name: 'kernel.add-plugin-fault',
        text: `insert into kernel.plugin_fault_report (plugin, user_id, place, version, effect, stack, at)
               values ($1, $2, $3, $4, $5, $6, $7)
               on conflict (plugin, user_id) do update set place = excluded.place, version = excluded.version, effect = excluded.effect,
                 stack = excluded.stack, at = excluded.at, settled = false
               where excluded.place <> '' or plugin_fault_report.place = '' or plugin_fault_report.settled
                 or plugin_fault_report.version <> excluded.version
                 or plugin_fault_report.at < excluded.at - interval '1 day'`,
        values: [plugin, user, place === null ? '' : hashed(place), version, effect, stack, clock.now()],
      })
      await pool.query({
        name: 'kernel.sweep-plugin-faults',
        text: `delete from kernel.plugin_fault_report where at < $1::timestamptz - make_interval(days => $2)`,
        values: [clock.now(), KEEP_DAYS],
      })
    },
    async recentFaults(plugin: string, version: string): Promise<RecentFaults> {
      const { rows } = await pool.query<FaultRow>({
        name: 'kernel.recent-plugin-faults',
        text: `select * from kernel.plugin_fault_report
               where plugin = $1 and version = $2 and place <> '' and not settled and at > $3::timestamptz - make_interval(secs => $4)
               order by at`,
        values: [plugin, version, clock.now(), WINDOW_SECONDS],
      })
      return summarize(rows)
    },
    async openFaults(versions: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, RecentFaults>> {
      const { rows } = await pool.query<FaultRow>(
        `select * from kernel.plugin_fault_report where not settled and at > $1::timestamptz - interval '1 day' order by at`,
        [clock.now()],
      )
      const current = rows.filter(({ plugin, version }) => versions.get(plugin) === version)
      const byPlugin = Map.groupBy(current, ({ plugin }) => plugin)
      return new Map([...byPlugin].map(([plugin, found]) => [plugin, summarize(found)]))
    },
    async settleFaults(plugin: string): Promise<void> {
      await pool.query('update kernel.plugin_fault_report set settled = true where plugin = $1', [plugin])
    },
  }
}
