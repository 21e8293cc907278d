import type { Manifest } from '@spawnpoint/sdk/common'
import type { SecretsService } from '@spawnpoint/sdk/server'
import { settingsSchema } from '../../../../sdk/package/settings-schema.ts'
import { secretKeys } from '../stored-config.ts'

export type Values = Readonly<Record<string, unknown>>

function opened(manifest: Manifest, stored: Values, secrets: SecretsService): Values {
  const secret = secretKeys(manifest)
  const entries = Object.entries(stored).flatMap(([key, value]): [string, unknown][] => {
    if (!secret.has(key)) return [[key, value]]
    try {
      return [[key, secrets.open(String(value))]]
    } catch {
      return [] // sealed under a key that is gone: as if it were not set
    }
  })
  return Object.fromEntries(entries)
}

/** Property by property, for values that the schema as a whole does not take: unset ones, or those of an older version. */
function eachAlone(schema: Record<string, unknown>, values: Values): Values {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>
  const definitions = schema['$defs'] === undefined ? {} : { $defs: schema['$defs'] }
  const entries = Object.entries(properties).flatMap(([key, property]): [string, unknown][] => {
    const parsed = settingsSchema({ ...property, ...definitions }).safeParse(values[key])
    if (parsed.success && parsed.data !== undefined) return [[key, parsed.data]]
    return property['default'] === undefined ? [] : [[key, property['default']]]
  })
  return Object.fromEntries(entries)
}

/** Configuration as the plugin reads it: stored values, decrypted secrets, and schema defaults for invalid ones. */
export function configValues(manifest: Manifest, stored: Values, secrets: SecretsService): Values {
  if (!manifest.settings) return {}
  const values = opened(manifest, stored, secrets)
  const parsed = settingsSchema(manifest.settings).safeParse(values)
  if (parsed.success) return parsed.data as Values
  return eachAlone(manifest.settings, values)
}
