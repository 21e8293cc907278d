/** One field of a plugin's configuration, read from its JSON Schema. */
export interface ConfigField {
  readonly name: string
  readonly title: string | undefined
  readonly description: string | undefined
  readonly kind: 'text' | 'lines' | 'number' | 'switch' | 'choice' | 'secret' | 'json'
  readonly choices: readonly string[]
  readonly isRequired: boolean
  readonly isInteger: boolean
  readonly fallback: unknown
}

type Json = Readonly<Record<string, unknown>>

const recordOf = (value: unknown): Json =>
  value instanceof Object && !Array.isArray(value) ? { ...value } : {}
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

const kindsByType: Readonly<Record<string, ConfigField['kind']>> = {
  string: 'text',
  boolean: 'switch',
  number: 'number',
  integer: 'number',
}

function kindOf(property: Json): ConfigField['kind'] {
  if (property['x-secret'] === true) return 'secret'
  if (textsOf(property['enum']).length > 0) return 'choice'
  if (property['format'] === 'multiline') return 'lines'
  return kindsByType[String(property['type'])] ?? 'json'
}

export function readConfigFields(schema: Json): readonly ConfigField[] {
  const required = textsOf(schema['required'])
  return Object.entries(recordOf(schema['properties'])).map(([name, value]) => {
    const property = recordOf(value)
    return {
      name,
      title: textOf(property['title']),
      description: textOf(property['description']),
      kind: kindOf(property),
      choices: textsOf(property['enum']),
      isRequired: required.includes(name),
      isInteger: property['type'] === 'integer',
      fallback: property['default'],
    }
  })
}

/** Field values: text, or a boolean for a switch. */
export type ConfigDraft = Readonly<Record<string, string | boolean>>

const draftOf = ({ kind, fallback }: ConfigField, stored: unknown): string | boolean => {
  const value = stored === undefined ? fallback : stored
  if (kind === 'switch') return value === true
  if (kind === 'secret' || value === undefined || value === null) return ''
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value)
}

export const createDraft = (fields: readonly ConfigField[], values: Json): ConfigDraft =>
  Object.fromEntries(fields.map((field) => [field.name, draftOf(field, values[field.name])]))

type Read = { readonly values: Record<string, unknown>; readonly problems: Record<string, string> }

function readOne(field: ConfigField, given: string | boolean, into: Read, isKept: boolean) {
  const { name, kind, isRequired } = field
  if (typeof given === 'boolean') into.values[name] = given
  else if (kind === 'secret' && given === '' && isKept) into.values[name] = ''
  else if (given.trim() === '') {
    if (isRequired) into.problems[name] = 'required'
  } else if (kind === 'number') {
    const number = Number(given)
    if (Number.isNaN(number) || (field.isInteger && !Number.isInteger(number)))
      into.problems[name] = 'invalid_type'
    else into.values[name] = number
  } else if (kind === 'json') {
    try {
      into.values[name] = JSON.parse(given)
    } catch {
      // Invalid JSON is reported at the field.
      into.problems[name] = 'invalid_json'
    }
  } else into.values[name] = given
}

/** The values to send, or what is wrong. An empty secret that is set stays as it is; an empty option is left out. */
export function readDraft(
  fields: readonly ConfigField[],
  draft: ConfigDraft,
  secretsSet: readonly string[],
): Read {
  const read: Read = { values: {}, problems: {} }
  for (const field of fields) readOne(field, draft[field.name] ?? '', read, secretsSet.includes(field.name))
  return read
}
