import { EndpointFailure } from '@spawnpoint/sdk/server'
import type pg from 'pg'

export interface StoredPlugin {
  readonly id: string
  readonly enabled: boolean
  readonly quarantined_reason: string | null
  readonly config: Readonly<Record<string, unknown>>
}

/** What the database remembers of plugins: on or off, why in quarantine, their configuration. */
export function createPluginStates(pool: pg.Pool) {
  return {
    async all(): Promise<ReadonlyMap<string, StoredPlugin>> {
      const { rows } = await pool.query<StoredPlugin>(
        'select id, enabled, quarantined_reason, config from kernel.plugin',
      )
      return new Map(rows.map((row) => [row.id, row]))
    },
    async setEnabled(id: string, enabled: boolean): Promise<number> {
      await pool.query(
        `insert into kernel.plugin (id, enabled) values ($1, $2)
         on conflict (id) do update set enabled = excluded.enabled, quarantined_reason = null, updated_at = now()`,
        [id, enabled],
      )
      return raisePlan(pool)
    },
    async quarantine(id: string, reason: string): Promise<number> {
      await pool.query(
        `insert into kernel.plugin (id, enabled, quarantined_reason) values ($1, true, $2)
         on conflict (id) do update set quarantined_reason = excluded.quarantined_reason, updated_at = now()`,
        [id, reason.slice(0, 4_000)],
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
