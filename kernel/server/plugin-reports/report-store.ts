import type { Deprecation } from '@spawnpoint/sdk/common'
import type { ClockService } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { FaultReport } from '../../common/plugin-report.ts'

/** A deprecated use as the operator sees it: how often the version that runs has used it, in all tabs and processes. */
export interface CountedDeprecation extends Deprecation {
  readonly count: number
}

const WINDOW_SECONDS = 600
/** A plugin can name as many as it likes; no operator reads more. */
const MOST_NAMES = 50

export interface FirstFault {
  /** Different people at different addresses. */
  readonly places: number
  readonly effect: string
  readonly stack: string
}

const hashed = (place: string) => createHash('sha256').update(place).digest('base64url')

/** What tabs told of plugins: faults by person, deprecated uses by name. */
export function createReportStore(pool: pg.Pool, clock: ClockService) {
  return {
    async addFault(
      { user, place }: { readonly user: string; readonly place: string },
      { plugin, version, effect, stack }: FaultReport,
    ): Promise<void> {
      await pool.query({
        name: 'kernel.add-plugin-fault',
        text: `insert into kernel.plugin_fault_report (plugin, user_id, place, version, effect, stack, at)
               values ($1, $2, $3, $4, $5, $6, $7)
               on conflict (plugin, user_id) do update set place = excluded.place, version = excluded.version, effect = excluded.effect,
                 stack = excluded.stack, at = excluded.at`,
        values: [plugin, user, hashed(place), version, effect, stack, clock.now()],
      })
      // Nobody needs to know tomorrow who was hit.
      await pool.query({
        name: 'kernel.sweep-plugin-faults',
        text: `delete from kernel.plugin_fault_report where at < $1::timestamptz - interval '1 day'`,
        values: [clock.now()],
      })
    },
    /** How many people were hit by this version lately, and what the first of them saw. */
    async recentFaults(plugin: string, version: string): Promise<FirstFault> {
      const { rows } = await pool.query<{ place: string; effect: string; stack: string }>({
        name: 'kernel.recent-plugin-faults',
        text: `select place, effect, stack from kernel.plugin_fault_report
               where plugin = $1 and version = $2 and at > $3::timestamptz - make_interval(secs => $4) order by at`,
        values: [plugin, version, clock.now(), WINDOW_SECONDS],
      })
      const places = new Set(rows.map(({ place }) => place))
      return { places: places.size, effect: rows[0]?.effect ?? '', stack: rows[0]?.stack ?? '' }
    },
    /** A plugin that is switched on again starts with a clean sheet. */
    async forgetFaults(plugin: string): Promise<void> {
      await pool.query('delete from kernel.plugin_fault_report where plugin = $1', [plugin])
    },
    async addDeprecation(plugin: string, version: string, use: Deprecation, uses: number): Promise<void> {
      await pool.query({
        name: 'kernel.add-plugin-deprecation',
        text: `insert into kernel.plugin_deprecation as d (plugin, name, since, remove_in, use_instead, version, last_at, count)
               select $1, $2, $3, $4, $5, $6, $7, $9
               where (select count(*) from kernel.plugin_deprecation where plugin = $1 and name <> $2) < $8
               on conflict (plugin, name) do update set since = excluded.since, remove_in = excluded.remove_in,
                 use_instead = excluded.use_instead, last_at = excluded.last_at, version = excluded.version,
                 count = case when d.version = excluded.version then d.count + excluded.count else excluded.count end`,
        values: [plugin, use.name, use.since, use.removeIn, use.use, version, clock.now(), MOST_NAMES, uses],
      })
    },
    /** Of the versions that run now: what a new version no longer uses is not held against it. */
    async deprecations(
      versions: ReadonlyMap<string, string>,
    ): Promise<ReadonlyMap<string, readonly CountedDeprecation[]>> {
      const { rows } = await pool.query<{
        plugin: string
        name: string
        since: string
        remove_in: string
        use_instead: string
        version: string
        count: string
      }>('select * from kernel.plugin_deprecation order by plugin, name')
      const found = new Map<string, CountedDeprecation[]>()
      for (const row of rows.filter(({ plugin, version }) => versions.get(plugin) === version)) {
        const { name, since, remove_in: removeIn, use_instead: use } = row
        found.set(row.plugin, [
          ...(found.get(row.plugin) ?? []),
          { name, since, removeIn, use, count: Number(row.count) },
        ])
      }
      return found
    },
  }
}

export type ReportStore = ReturnType<typeof createReportStore>
