import type { Manifest } from '@spawnpoint/sdk/common'
import { isRecord } from '../../../sdk/common/is-record.ts'

/** The settings that a plugin's schema shows to browsers: marked `x-public`, and no secret. Left out, they have their default. */
export function publicConfig(
  { settings }: Pick<Manifest, 'settings'>,
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const properties = isRecord(settings) ? settings['properties'] : null
  if (!isRecord(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, property]) => {
      if (!isRecord(property) || property['x-public'] !== true || property['x-secret'] === true) return []
      const value = Object.hasOwn(stored, key) ? stored[key] : property['default']
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}
