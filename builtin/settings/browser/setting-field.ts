import type { SettingView } from '@spawnpoint/contracts/settings'
import { fieldOfSchema, type FormField } from '@spawnpoint/sdk/form'

// The server checks the zone and refuses others; a schema of four hundred values would travel for nothing.
const knownChoices: Readonly<Record<string, () => readonly string[]>> = {
  app_timezone: () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])],
}

/** The form field of a setting. */
export function settingField({
  key,
  schema,
  audience,
  options,
  multiline,
  rootOnly,
  isSet,
}: SettingView): FormField {
  const field = fieldOfSchema(key, schema)
  const values = options ?? knownChoices[key]?.() ?? field.spec.values
  const { optional: _all, values: _own, ...spec } = field.spec
  const isEmptyAllowed = !spec.min
  const shared = { ...spec, ...(isEmptyAllowed && { optional: true as const }) }
  if (audience === 'secret') return { name: key, stored: isSet, spec: { ...shared, kind: 'secret' } }
  if (spec.kind === 'boolean' || spec.kind === 'integer' || spec.kind === 'number' || spec.kind === 'lines')
    return { name: key, spec }
  if (values && values.length > 0) return { name: key, spec: { ...spec, kind: 'choice', values } }
  if (!multiline) return { name: key, spec: shared }
  return { name: key, spec: { ...shared, kind: 'multiline', ...(rootOnly && { code: true as const }) } }
}
