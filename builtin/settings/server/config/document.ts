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
export function resolveReference(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
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

export const writeDocument = (content: ConfigDocument): string =>
  `# Written by: npm run admin -- config export\n${stringify(content, { lineWidth: 120 })}`
