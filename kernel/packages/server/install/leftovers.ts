import type { PluginRow } from '@spawnpoint/sdk/server'
import type pg from 'pg'

/** Data left behind by an uninstalled plugin. */
export interface Leftover {
  readonly title: string
  readonly version: string
  readonly uninstalledAt: string
  /** Permissions it defined, which roles may still hold. */
  readonly permissions: readonly string[]
}

export interface Leftovers {
  all(): Promise<ReadonlyMap<string, Leftover>>
  /** Keeps the data of a plugin for a later installation. */
  leave(id: string, leftover: Leftover): Promise<void>
}

export const createLeftovers = (pool: pg.Pool): Leftovers => ({
  async all() {
    const { rows } = await pool.query<{ id: string; leftover: Leftover }>(
      'select id, leftover from kernel.plugin where leftover is not null order by id',
    )
    return new Map(rows.map(({ id, leftover }) => [id, leftover]))
  },
  async leave(id, leftover) {
    await pool.query(
      `insert into kernel.plugin (id, enabled, leftover) values ($1, false, $2)
       on conflict (id) do update set enabled = false, quarantined_reason = null, failed_starts = 0,
         leftover = excluded.leftover, updated_at = now()`,
      [id, JSON.stringify(leftover)],
    )
  },
})

/** A plugin that was uninstalled and left its data, for the page of plugins. */
export const leftoverRow = (id: string, { title, version, uninstalledAt }: Leftover): PluginRow => ({
  id,
  title,
  version,
  description: '',
  publisher: null,
  license: null,
  icon: null,
  kind: 'plugin',
  removable: true,
  enabled: false,
  state: 'available',
  reason: `uninstalled on ${uninstalledAt.slice(0, 10)}; its data was kept`,
  lastError: null,
  startedInMs: null,
  dependencies: [],
  dependants: [],
  capabilities: [],
  permissions: [],
  paths: [],
  settings: null,
  faults: 0,
  reports: null,
  source: 'package',
  signature: null,
  isolation: { server: 'process', browser: 'page', database: null },
  isolationOptions: null,
  installedAt: null,
  isLeftover: true,
})
