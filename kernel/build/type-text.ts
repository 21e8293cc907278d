import { z } from 'zod'

type JsonSchema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is JsonSchema => value instanceof Object && !Array.isArray(value)

const schemasIn = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []

const isPlainName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name)

/** Limits that a schema cannot leave out, such as those of a safe integer, say nothing to a reader. */
const isLimit = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER

function limitsOf(schema: JsonSchema): string {
  const { format, minimum, maximum, minLength, maxLength, default: preset } = schema
  const range = [
    isLimit(minimum) && `at least ${minimum}`,
    isLimit(maximum) && `at most ${maximum}`,
    isLimit(minLength) && minLength > 1 && `at least ${minLength} characters`,
    isLimit(maxLength) && `at most ${maxLength} characters`,
    preset !== undefined && `without it: ${JSON.stringify(preset)}`,
  ].filter((each) => each !== false)
  return [...(typeof format === 'string' ? [format] : []), ...range].join(', ')
}

function objectText({ properties, required, additionalProperties }: JsonSchema, margin: string): string {
  const isRequired = new Set(Array.isArray(required) ? required : [])
  const fields = Object.entries(isSchema(properties) ? properties : {}).filter(([, each]) => isSchema(each))
  if (fields.length === 0) {
    const values = isSchema(additionalProperties) ? textOf(additionalProperties, margin) : 'unknown'
    return additionalProperties === false ? '{}' : `Record<string, ${values}>`
  }
  const inner = `${margin}  `
  const lines = fields.map(([name, field]) => {
    const schema = isSchema(field) ? field : {}
    const key = `${isPlainName(name) ? name : JSON.stringify(name)}${isRequired.has(name) ? '' : '?'}`
    const limits = limitsOf(schema)
    return `${inner}${key}: ${textOf(schema, inner)}${limits === '' ? '' : ` // ${limits}`}`
  })
  return `{\n${lines.join('\n')}\n${margin}}`
}

function textOf(schema: JsonSchema, margin: string): string {
  const { type, items, prefixItems } = schema
  const among = [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])]
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each)).join(' | ')
  if (among.length > 0) return [...new Set(among.map((each) => textOf(each, margin)))].join(' | ')
  const all = schemasIn(schema['allOf'])
  if (all.length > 0) return all.map((each) => textOf(each, margin)).join(' & ')
  if (type === 'object') return objectText(schema, margin)
  if (Array.isArray(prefixItems))
    return `[${schemasIn(prefixItems)
      .map((each) => textOf(each, margin))
      .join(', ')}]`
  if (type === 'array') {
    const item = isSchema(items) ? textOf(items, margin) : 'unknown'
    return item.includes(' | ') || item.includes(' & ') ? `(${item})[]` : `${item}[]`
  }
  if (type === 'integer') return 'number'
  return typeof type === 'string' ? type : 'unknown'
}

/** The type of what a schema takes, as an author reads it: fields with their limits beside them. */
export function typeText(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const limits = limitsOf(json)
  return `${textOf(json, '')}${limits === '' ? '' : ` // ${limits}`}`
}
