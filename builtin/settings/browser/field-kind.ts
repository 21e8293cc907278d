import type { SettingView } from '@spawnpoint/contracts/settings'

export type FieldKind = 'switch' | 'number' | 'choice' | 'lines' | 'text' | 'secret' | 'list'

type Schema = Readonly<Record<string, unknown>>

const numeric = new Set<unknown>(['number', 'integer'])

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

// The server checks the zone and refuses others; a list of four hundred is of no use in a schema.
const knownChoices: Readonly<Record<string, () => readonly string[]>> = {
  app_timezone: () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])],
}

export const choicesOf = ({ key, options, schema }: SettingView): readonly string[] =>
  options ?? knownChoices[key]?.() ?? textsOf(schema['enum'])

/** How a setting is edited, by its JSON Schema. */
export function fieldKind(setting: SettingView): FieldKind {
  const { schema, audience, multiline } = setting
  if (audience === 'secret') return 'secret'
  if (schema['type'] === 'boolean') return 'switch'
  if (numeric.has(schema['type'])) return 'number'
  if (schema['type'] === 'array') return 'list'
  if (choicesOf(setting).length > 0) return 'choice'
  return multiline ? 'lines' : 'text'
}

type Check = (limit: number, value: unknown) => boolean

const checks: Readonly<Record<string, readonly [code: string, isBroken: Check]>> = {
  minimum: ['too_small', (limit, value) => typeof value === 'number' && value < limit],
  maximum: ['too_big', (limit, value) => typeof value === 'number' && value > limit],
  minLength: ['too_small', (limit, value) => typeof value === 'string' && value.trim().length < limit],
  maxLength: ['too_big', (limit, value) => typeof value === 'string' && value.length > limit],
}

const isBrokenPattern = (schema: Schema, value: unknown) =>
  typeof schema['pattern'] === 'string' &&
  typeof value === 'string' &&
  !new RegExp(schema['pattern']).test(value.trim())

/** The code of what is plainly wrong with a value, before the server is asked. */
export function findProblem(schema: Schema, value: unknown): string | undefined {
  if (numeric.has(schema['type']) && typeof value !== 'number') return 'required'
  if (schema['type'] === 'integer' && !Number.isInteger(value)) return 'not_integer'
  for (const [name, [code, isBroken]] of Object.entries(checks)) {
    const limit = schema[name]
    if (typeof limit === 'number' && isBroken(limit, value)) return code
  }
  return isBrokenPattern(schema, value) ? 'invalid_format' : undefined
}

/** Values that the validation message can mention. */
export const limitsOf = (schema: Schema): Readonly<Record<string, unknown>> => ({
  minimum: schema['minimum'] ?? schema['minLength'] ?? '',
  maximum: schema['maximum'] ?? schema['maxLength'] ?? '',
  ofText: schema['type'] === 'string',
})
