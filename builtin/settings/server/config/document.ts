import type { DescribedSetting } from '@spawnpoint/sdk/server'
import { readFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import { z } from 'zod'

const plugin = z.strictObject({
  enabled: z.boolean().optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
})

/** A configuration as it lies in a file. Whatever it leaves out stays as it is. */
const document = z.strictObject({
  version: z.literal(1),
  settings: z.record(z.string(), z.unknown()).default({}),
  resources: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).default({}),
  plugins: z.record(z.string(), plugin).default({}),
})
export type ConfigDocument = z.output<typeof document>

/** A sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const reference = /^\$\{(env|file):([^}]+)\}$/

export const isReference = (value: unknown): value is string =>
  typeof value === 'string' && reference.test(value)

/** The value that `${env:NAME}` or `${file:/path}` stands for; any other is itself. */
function resolveReference(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  const [, kind, name = ''] = (typeof value === 'string' && reference.exec(value)) || []
  if (kind === undefined) return value
  if (kind === 'env') {
    const found = env[name]
    if (found === undefined) throw new ConfigError(`The environment has no ${name}.`)
    return found
  }
  try {
    return readFileSync(name, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new ConfigError(`The file ${name} cannot be read.`)
  }
}

const schemaTypes = z.object({ type: z.union([z.string(), z.array(z.string())]).optional() })

const typesOf = (schema: unknown): readonly string[] => {
  const { type = [] } = schemaTypes.safeParse(schema).data ?? {}
  return typeof type === 'string' ? [type] : type
}

const number = /^-?\d+(\.\d+)?$/

/** As `resolveReference`; the text behind a reference becomes a number or a boolean where the schema wants one. */
export function resolveFor(
  schema: unknown,
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): unknown {
  const found = resolveReference(value, env)
  const types = typesOf(schema)
  if (!isReference(value) || typeof found !== 'string' || types.includes('string')) return found
  const text = found.trim()
  if ((types.includes('number') || types.includes('integer')) && number.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return found
}

const sentenceOf = ({ issues: [issue] }: z.ZodError) =>
  `${issue?.path.join('.') || 'The document'}: ${issue?.message ?? 'not valid'}`

export function readDocument(file: string): ConfigDocument {
  const text = readFileSync(file, 'utf8')
  let content: unknown
  try {
    content = parse(text)
  } catch (error) {
    throw new ConfigError(
      `${file} is no YAML that can be read: ${error instanceof Error ? error.message : 'unknown reason'}`,
    )
  }
  const read = document.safeParse(content)
  if (!read.success) throw new ConfigError(`${file}: ${sentenceOf(read.error)}`)
  return read.data
}

/** A comment with the settings that stand at their defaults, so that the file tells what else it may set. */
const untouched = (settings: Iterable<DescribedSetting>, { settings: written }: ConfigDocument): string => {
  const lines = [...settings]
    .filter(({ key }) => !(key in written))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, audience, default: initial }) =>
      audience === 'secret'
        ? `#   ${key}: \${env:${key.toUpperCase()}}`
        : `#   ${key}: ${JSON.stringify(initial)}`,
    )
  return lines.length === 0 ? '' : `#\n# Settings at their defaults:\n${lines.join('\n')}\n`
}

export const writeDocument = (
  content: ConfigDocument,
  settings: Iterable<DescribedSetting>,
  command: string,
): string =>
  `# Written by: ${command}\n${untouched(settings, content)}${stringify(content, { lineWidth: 120 })}`
