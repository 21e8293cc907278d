import type { FormIssue, FormSchema } from './form-texts.ts'
import type { FormField } from './form-values.ts'

type Json = Readonly<Record<string, unknown>>

const recordOf = (value: unknown): Json =>
  value instanceof Object && !Array.isArray(value) ? { ...value } : {}
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

const kinds: Readonly<Record<string, FormField['spec']['kind']>> = {
  string: 'text',
  boolean: 'boolean',
  number: 'number',
  integer: 'integer',
}

const kindOf = (schema: Json): FormField['spec']['kind'] => {
  if (schema['x-secret'] === true) return 'secret'
  if (textsOf(schema['enum']).length > 0) return 'choice'
  if (schema['format'] === 'multiline') return 'multiline'
  if (schema['type'] === 'array' && recordOf(schema['items'])['type'] === 'string') return 'lines'
  return kinds[String(schema['type'])] ?? 'json'
}

const limit = (schema: Json, name: string): number | undefined => {
  const value = schema[name]
  return typeof value === 'number' ? value : undefined
}

/** A form field from the JSON Schema of its value. @example fieldOfSchema('retries', { type: 'integer', minimum: 0 }) */
export function fieldOfSchema(
  name: string,
  schema: Json,
  { required = false, stored }: { readonly required?: boolean; readonly stored?: boolean } = {},
): FormField {
  const values = textsOf(schema['enum'])
  const min = limit(schema, 'minimum') ?? limit(schema, 'minLength')
  const max = limit(schema, 'maximum') ?? limit(schema, 'maxLength')
  return {
    name,
    ...(stored !== undefined && { stored }),
    spec: {
      kind: kindOf(schema),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(values.length > 0 && { values }),
      ...(!required && { optional: true }),
      ...('default' in schema && { initial: schema['default'] }),
    },
  }
}

/** The fields of an object's JSON Schema; `stored` names the secrets that are set. @example fieldsOfSchema({ properties: { retries: { type: 'integer' } } }) */
export function fieldsOfSchema(schema: Json, stored: readonly string[] = []): readonly FormField[] {
  const required = textsOf(schema['required'])
  return Object.entries(recordOf(schema['properties'])).map(([name, property]) => {
    const own = recordOf(property)
    return fieldOfSchema(name, own, {
      required: required.includes(name),
      ...(own['x-secret'] === true && { stored: stored.includes(name) }),
    })
  })
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const sizeIssue = (size: number, origin: string, { min, max }: FormField['spec']) => {
  if (min !== undefined && size < min) return { code: 'too_small', origin, minimum: min }
  return max !== undefined && size > max ? { code: 'too_big', origin, maximum: max } : null
}

const issueOf = ({ spec, stored }: FormField, value: unknown): Omit<FormIssue, 'path' | 'message'> | null => {
  const { kind, optional } = spec
  if (isEmpty(value)) return optional || stored || kind === 'boolean' ? null : { code: 'required' }
  if (kind === 'number' || kind === 'integer') {
    if (typeof value !== 'number' || Number.isNaN(value)) return { code: 'invalid_type' }
    if (kind === 'integer' && !Number.isInteger(value)) return { code: 'not_integer' }
    return sizeIssue(value, 'number', spec)
  }
  if (kind === 'json') return typeof value === 'string' ? { code: 'invalid_json' } : null
  return typeof value === 'string' ? sizeIssue(value.trim().length, 'string', spec) : null
}

/** Checks values by their fields before the server does; patterns are checked by the server alone. @example checkFields(fields).safeParse({ retries: -1 }).success */
export const checkFields = (fields: readonly FormField[]): FormSchema => ({
  safeParse(values) {
    const given = recordOf(values)
    const issues = fields.flatMap((field): FormIssue[] => {
      const issue = issueOf(field, given[field.name])
      return issue ? [{ ...issue, message: '', path: [field.name] }] : []
    })
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: given }
  },
})

/** The problem of one value, as code and message values; null where there is none. @example issueOfValue(field, 'abc') */
export const issueOfValue = (field: FormField, value: unknown): FormIssue | null => {
  const issue = issueOf(field, value)
  return issue && { ...issue, message: '', path: [field.name] }
}
