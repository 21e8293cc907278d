import { parseSync } from 'vite'
import type { SdkExample } from './sdk-examples.ts'
import type { SdkExport } from './sdk-exports.ts'

const isCode = (code: string): boolean => parseSync('example.tsx', code).errors.length === 0

const isExpression = (text: string): boolean => isCode(`const example = (${text}\n)`)

const isData = (text: string): boolean => /^[{['"`\d]|^(true|false|null)\b/.test(text) && isExpression(text)

const isType = (text: string): boolean => /^[A-Z]/.test(text) && isCode(`type Example = ${text}`)

/**
 * The example as the body of a module. For a type, data is a value of that type and a capital begins a type; a whole
 * module stays as it is; all else runs in a function.
 */
function bodyOf({ symbol, kind, text }: SdkExample): string {
  if (/^(import|export|declare) /m.test(text)) return text
  if (kind === 'type' && isData(text)) return `export const example: ${symbol} = ${text}`
  if (kind === 'type' && isType(text)) return `export type Example = ${text}`
  if (isExpression(text)) return `export const example = async () => (${text}\n)`
  return `export async function example() {\n${text}\n}`
}

const declarations =
  /\b(?:const|let|function|class|type|interface)\s+(\w+)|\bimport\s+(?:type\s+)?\{([^}]*)\}/g

const declaredBy = (body: string): ReadonlySet<string> =>
  new Set(
    [...body.matchAll(declarations)].flatMap(([, name, imported]) =>
      name ? [name] : (imported?.match(/\w+/g) ?? []),
    ),
  )

/** Which folder of the SDK a file or an entry belongs to. */
const sideOf = (file: string): string => file.split('/')[1] ?? ''

/** The entry that an example takes a name from: its own symbol's, else one of its own side, else the first. */
function sourceOf(name: string, example: SdkExample, exported: readonly SdkExport[]): string | null {
  const offers = exported.filter((each) => each.name === name)
  const own = name === example.symbol && offers.find(({ file }) => file === example.file)
  const near = offers.find(({ file }) => sideOf(file) === sideOf(example.file))
  return (own || near || offers[0])?.specifier ?? null
}

/** Modules that hold the names which examples take as given, nearest first. */
export type ExampleScope = (
  example: SdkExample,
) => readonly { specifier: string; names: ReadonlySet<string> }[]

/** The module of an example: it may name all that the SDK exports, and what its scope holds. */
export function moduleOf(example: SdkExample, exported: readonly SdkExport[], scope: ExampleScope): string {
  const body = bodyOf(example)
  const declared = declaredBy(body)
  const words = new Set(body.match(/\b[A-Za-z_]\w*\b/g))
  const imports = [...words].flatMap((word) => {
    if (declared.has(word)) return []
    const given = word === example.symbol ? undefined : scope(example).find(({ names }) => names.has(word))
    const source = given?.specifier ?? sourceOf(word, example, exported)
    return source ? [`import { ${word} } from '${source}'`] : []
  })
  return [...imports, body, 'export {}', ''].join('\n')
}
