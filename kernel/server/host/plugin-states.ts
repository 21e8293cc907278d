import { EndpointFailure, type AuditService, type Db } from '@spawnpoint/sdk/server'
import type pg from 'pg'

/** Data left behind by an uninstalled plugin. */
export interface Leftover {
  readonly title: string
  readonly version: string
  readonly uninstalledAt: string
  /** Permissions it defined, which roles may still hold. */
  readonly permissions: readonly string[]
}

export interface StoredPlugin {
  readonly id: string
  readonly enabled: boolean
  readonly quarantined_reason: string | null
  readonly config: Readonly<Record<string, unknown>>
  readonly failed_starts: number
  /** Changes whenever somebody switches it or configures it. */
  readonly updated_at: Date
  readonly leftover: Leftover | null
}

const LONGEST_REASON = 4_000
const noReports = { actor: null, reporters: [] }

const COLUMNS = 'id, enabled, quarantined_reason, config, failed_starts, updated_at, leftover'

/** Stored state of plugins: enabled, quarantine reason, configuration. */
export function createPluginStates({
  pool,
  orm,
  audit,
}: {
  readonly pool: pg.Pool
  readonly orm: Db
  readonly audit: AuditService
}) {
  return {
    async all(): Promise<ReadonlyMap<string, StoredPlugin>> {
      const { rows } = await pool.query<StoredPlugin>(`select ${COLUMNS} from kernel.plugin`)
      return new Map(rows.map((row) => [row.id, row]))
    },
    async setEnabled(id: string, enabled: boolean): Promise<number> {
      await pool.query(
        `insert into kernel.plugin (id, enabled) values ($1, $2)
         on conflict (id) do update set enabled = excluded.enabled, quarantined_reason = null, updated_at = now()`,
        [id, enabled],
      )
      // Earlier browser reports no longer count after staff enable the plugin again.
      if (enabled)
        await pool.query('update kernel.plugin_fault_report set settled = true where plugin = $1', [id])
      return raisePlan(pool)
    },
    /** `by`: the staff member and the users whose reports led to it; left out when the server itself saw the faults. */
    async quarantine(
      id: string,
      reason: string,
      by: { readonly actor: string | null; readonly reporters: readonly string[] } = noReports,
    ): Promise<number> {
      const { actor, reporters } = by
      const after = {
        reason: reason.slice(0, LONGEST_REASON),
        ...(reporters.length > 0 ? { reporters } : {}),
      }
      await audit.write(orm, { actor, action: 'plugins:quarantined', target: id, after })
      await pool.query(
        `insert into kernel.plugin (id, enabled, quarantined_reason) values ($1, true, $2)
         on conflict (id) do update set quarantined_reason = excluded.quarantined_reason, updated_at = now()`,
        [id, after.reason],
      )
      return raisePlan(pool)
    },
    async writeConfig(id: string, config: Readonly<Record<string, unknown>>, enabled: boolean) {
      await pool.query(
        `insert into kernel.plugin (id, enabled, config) values ($1, $3, $2)
         on conflict (id) do update set config = excluded.config, updated_at = now()`,
        [id, JSON.stringify(config), enabled],
      )
    },
    /** Counts a start of its server half that failed; answers how many there were in a row. */
    async countFailedStart(id: string): Promise<number> {
      const { rows } = await pool.query<{ failed_starts: number }>(
        `insert into kernel.plugin (id, enabled, failed_starts) values ($1, true, 1)
         on conflict (id) do update set failed_starts = kernel.plugin.failed_starts + 1
         returning failed_starts`,
        [id],
      )
      return rows[0]?.failed_starts ?? 1
    },
    async forgetFailedStarts(id: string) {
      await pool.query('update kernel.plugin set failed_starts = 0 where id = $1', [id])
    },
    /** Its data stays for a later installation. */
    async leave(id: string, leftover: Leftover) {
      await pool.query(
        `insert into kernel.plugin (id, enabled, leftover) values ($1, false, $2)
         on conflict (id) do update set enabled = false, quarantined_reason = null, failed_starts = 0,
           leftover = excluded.leftover, updated_at = now()`,
        [id, JSON.stringify(leftover)],
      )
    },
    raisePlan: () => raisePlan(pool),
    async planVersion(): Promise<number> {
      const { rows } = await pool.query<{ version: number }>('select version from kernel.plan')
      return Number(rows[0]?.version ?? 1)
    },
  }
}

async function raisePlan(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ version: number }>(
    'update kernel.plan set version = version + 1 returning version',
  )
  return Number(rows[0]?.version ?? 1)
}

export type PluginStates = ReturnType<typeof createPluginStates>

export const pluginFailure = (code: string, details: Readonly<Record<string, string>>) =>
  new EndpointFailure(code, code === 'PLUGIN_UNKNOWN' ? 404 : 409, { details })
