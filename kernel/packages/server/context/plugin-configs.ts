import type { Manifest } from '@spawnpoint/sdk/common'
import type { LogService, PluginConfig, SecretsService } from '@spawnpoint/sdk/server'
import type pg from 'pg'
import type { Notices } from '../../../server/services/notices.ts'
import { configValues, type Values } from './config-values.ts'

export interface ConfigDeps {
  readonly pool: pg.Pool
  readonly secrets: SecretsService
  readonly notices: Pick<Notices, 'on'>
  readonly log: LogService
}

export interface OpenConfig {
  readonly config: PluginConfig
  close(): void
}

interface Held {
  readonly manifest: Manifest
  readonly listeners: Set<(values: Values) => void>
  values: Values
}

function tell({ listeners, manifest, values }: Held, log: LogService) {
  for (const listener of listeners)
    try {
      listener(values)
    } catch (error) {
      log.error({ plugin: manifest.id, err: error }, 'a listener to settings failed')
    }
}

export interface PluginConfigs {
  open(manifest: Manifest, guard: (listener: () => unknown) => void): Promise<OpenConfig>
}

/** Configurations of running plugins, read again in every process when any process saves one. */
export function createPluginConfigs(deps: ConfigDeps): PluginConfigs {
  const open = new Set<Held>()
  let reading: Promise<void> = Promise.resolve()

  async function load(manifest: Manifest): Promise<Values> {
    const { rows } = await deps.pool.query<{ config: Values }>(
      'select config from kernel.plugin where id = $1',
      [manifest.id],
    )
    return configValues(manifest, rows[0]?.config ?? {}, deps.secrets)
  }

  async function refresh() {
    for (const held of open) {
      const values = await load(held.manifest)
      if (JSON.stringify(values) === JSON.stringify(held.values)) continue
      held.values = values
      tell(held, deps.log)
    }
  }

  deps.notices.on(({ kind }) => {
    if (open.size === 0 || (kind !== 'plugins' && kind !== 'reconnected')) return undefined
    // One after the other: a read that began earlier must not end later.
    reading = reading.then(refresh).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'configurations could not be read again')
    })
    // The next call after a save must see the new values.
    return reading
  })

  return {
    async open(manifest: Manifest, guard: (listener: () => unknown) => void): Promise<OpenConfig> {
      const held: Held = { manifest, listeners: new Set(), values: await load(manifest) }
      open.add(held)
      return {
        config: {
          read: () => held.values,
          onChange(listener) {
            const guarded = (values: Values) => guard(() => listener(values))
            held.listeners.add(guarded)
            return () => held.listeners.delete(guarded)
          },
        },
        close() {
          open.delete(held)
          held.listeners.clear()
        },
      }
    },
  }
}
