import { EndpointFailure, type AuditService, type Db, type Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Notices } from '../services/notices.ts'

export interface StoredPlugin {
  readonly id: string
  readonly enabled: boolean
  readonly quarantined_reason: string | null
  /** Changes whenever somebody switches it or configures it. */
  readonly updated_at: Date
}

const LONGEST_REASON = 4_000
const noReports = { actor: null, reporters: [] }

export interface Switch {
  readonly ids: readonly string[]
  readonly enabled: boolean
  readonly actor: string | null
}

/** Stored state of plugins: enabled, and the reason of a quarantine. */
export interface PluginStates {
  all(): Promise<ReadonlyMap<string, StoredPlugin>>
  /** State, audit entries, plan version and the notice to the other processes: all of them or none. */
  setEnabled(change: Switch): Promise<void>
  /** `by`: the staff member and the users whose reports led to it; left out when the server itself saw the faults. */
  quarantine(
    id: string,
    reason: string,
    by?: { readonly actor: string | null; readonly reporters: readonly string[] },
  ): Promise<void>
  raisePlan(): Promise<void>
  planVersion(): Promise<number>
}

export interface PluginStatesDeps {
  readonly pool: pg.Pool
  readonly orm: Db
  readonly audit: AuditService
  readonly notices: Pick<Notices, 'send'>
}

const raisePlan = async (db: Queries): Promise<void> => {
  await db.execute(sql`update kernel.plan set version = version + 1`)
}

async function writeSwitch(tx: Queries, id: string, enabled: boolean): Promise<void> {
  await tx.execute(sql`
    insert into kernel.plugin (id, enabled) values (${id}, ${enabled})
    on conflict (id) do update set enabled = excluded.enabled, quarantined_reason = null, updated_at = now()`)
  // Earlier browser reports no longer count after staff enable the plugin again.
  if (enabled)
    await tx.execute(sql`update kernel.plugin_fault_report set settled = true where plugin = ${id}`)
}

export function createPluginStates({ pool, orm, audit, notices }: PluginStatesDeps): PluginStates {
  return {
    async all() {
      const { rows } = await pool.query<StoredPlugin>(
        'select id, enabled, quarantined_reason, updated_at from kernel.plugin',
      )
      return new Map(rows.map((row) => [row.id, row]))
    },
    setEnabled: ({ ids, enabled, actor }) =>
      orm.transaction(async (tx) => {
        for (const id of ids) {
          await writeSwitch(tx, id, enabled)
          await audit.write(tx, {
            actor,
            action: enabled ? 'plugins:enabled' : 'plugins:disabled',
            target: id,
          })
        }
        await raisePlan(tx)
        await notices.send({ kind: 'plugins' }, tx)
      }),
    async quarantine(id, reason, { actor, reporters } = noReports) {
      const after = {
        reason: reason.slice(0, LONGEST_REASON),
        ...(reporters.length > 0 ? { reporters } : {}),
      }
      await orm.transaction(async (tx) => {
        await audit.write(tx, { actor, action: 'plugins:quarantined', target: id, after })
        await tx.execute(sql`
          insert into kernel.plugin (id, enabled, quarantined_reason) values (${id}, true, ${after.reason})
          on conflict (id) do update set quarantined_reason = excluded.quarantined_reason, updated_at = now()`)
        await raisePlan(tx)
      })
    },
    raisePlan: () => raisePlan(orm),
    async planVersion() {
      const { rows } = await pool.query<{ version: number }>('select version from kernel.plan')
      return Number(rows[0]?.version ?? 1)
    },
  }
}

export const pluginFailure = (code: string, details: Readonly<Record<string, string>>) =>
  new EndpointFailure(code, code === 'PLUGIN_UNKNOWN' ? 404 : 409, { details })
