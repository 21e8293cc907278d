import type { Manifest } from '@spawnpoint/sdk/common'
import { EndpointFailure, type PluginsService, type SecretsService } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { settingsSchema } from '../../../sdk/package/settings-schema.ts'
import { fieldsOf } from '../../../sdk/server/fields-of.ts'
import type { PluginControl } from '../../server/host/packaged-plugins.ts'

type Values = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Names of the properties that are written, never read. */
export function secretKeys(manifest: Manifest): ReadonlySet<string> {
  const properties = (manifest.settings?.['properties'] ?? {}) as Record<string, Record<string, unknown>>
  return new Set(Object.keys(properties).filter((key) => properties[key]?.['x-secret'] === true))
}

/** Secrets that stay as they are, opened; one of another SECRET_KEY is lost and must be entered anew. */
function keptSecrets(keys: readonly string[], before: Values, secrets: SecretsService): Values {
  const entries = keys.flatMap((key): [string, string][] => {
    try {
      return [[key, secrets.open(String(before[key]))]]
    } catch {
      return []
    }
  })
  return Object.fromEntries(entries)
}

/**
 * Merges submitted configuration with the stored values. An empty or missing secret keeps the stored one, since forms
 * never receive it; the schema checks the result. Throws VALIDATION with the fields.
 */
export function configToStore(
  manifest: Manifest,
  secrets: SecretsService,
  { before, values }: { before: Values; values: Values },
): Values {
  const secret = secretKeys(manifest)
  const left = [...secret].filter((key) => isEmpty(values[key]))
  const given = Object.entries(values).filter(([key]) => !left.includes(key))
  const stored = left.filter((key) => Object.hasOwn(before, key))
  const kept = keptSecrets(stored, before, secrets)
  const schema = settingsSchema(manifest.settings ?? { type: 'object', additionalProperties: false })
  const parsed = schema.safeParse({ ...kept, ...Object.fromEntries(given) })
  if (!parsed.success) throw new EndpointFailure('VALIDATION', 400, { fields: fieldsOf(parsed.error) })
  return Object.fromEntries([
    ...Object.keys(kept).map((key) => [key, before[key]]),
    ...given.map(([key, value]) => [key, secret.has(key) ? secrets.seal(String(value)) : value]),
  ])
}

/** The version of a stored configuration: a hash of it, in which a sealed secret differs at every write. */
const versionOf = (stored: Values): string =>
  createHash('sha256').update(JSON.stringify(stored)).digest('base64url')

/** The configurations that operators write for plugins, as this process last read them. */
export function createStoredConfigs(pool: pg.Pool, secrets: SecretsService) {
  let configs: ReadonlyMap<string, Values> = new Map()

  // The database returns keys in an order of its own, always the same.
  async function readAll(): Promise<ReadonlyMap<string, Values>> {
    const { rows } = await pool.query<{ id: string; config: Values }>('select id, config from kernel.plugin')
    return new Map(rows.map(({ id, config }) => [id, config]))
  }

  return {
    async refresh() {
      configs = await readAll()
    },
    of: (id: string): Values => configs.get(id) ?? {},
    /** Reads and writes them for staff, who see a secret as null, and a lost one as not set. */
    serve: (control: PluginControl): Pick<PluginsService, 'readConfig' | 'writeConfig' | 'holdsSecret'> => ({
      async readConfig(id) {
        const { manifest } = control.get(id)
        const secret = secretKeys(manifest)
        const stored = (await readAll()).get(id) ?? {}
        const kept = keptSecrets([...secret], stored, secrets)
        const values = Object.entries(stored).flatMap(([key, value]) => {
          if (!secret.has(key)) return [[key, value]]
          return Object.hasOwn(kept, key) ? [[key, null]] : []
        })
        return { values: Object.fromEntries(values), version: versionOf(stored) }
      },
      async holdsSecret(id, name, value) {
        const stored = (await readAll()).get(id) ?? {}
        return keptSecrets([name], stored, secrets)[name] === value
      },
      async writeConfig(id, values, actor, version) {
        const entry = control.get(id)
        const before = (await readAll()).get(id) ?? {}
        const next = configToStore(entry.manifest, secrets, { before, values })
        if (version !== undefined && version !== versionOf(before))
          throw new EndpointFailure('STALE_EDIT', 409)
        // Compared again in the statement itself, since another process may write at the same moment.
        const { rowCount } = await pool.query(
          `insert into kernel.plugin (id, enabled, config) values ($1, $3, $2)
           on conflict (id) do update set config = excluded.config, updated_at = now()
           where kernel.plugin.config = $4::jsonb`,
          [id, JSON.stringify(next), control.isOn(entry), JSON.stringify(before)],
        )
        if (rowCount === 0) throw new EndpointFailure('STALE_EDIT', 409)
        await control.record('plugins:configured', id, actor, { keys: Object.keys(values) })
        await control.inTurn(control.apply)
        await control.announce()
        return versionOf((await readAll()).get(id) ?? {})
      },
    }),
  }
}
