import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** An export of a declaration file: its text, or the package that it re-exports. */
export interface Declared {
  readonly name: string
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
type Statement = Node & {
  readonly declaration?: Declaration | null
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly Specifier[]
}
type Declaration = Node & {
  readonly id?: { readonly name: string } | null
  readonly declarations?: readonly { readonly id: { readonly name?: string } }[]
}
type Specifier = Node & {
  readonly local: { readonly name: string }
  readonly exported: { readonly name: string }
}

const declarationsOf = (file: string): { text: string; body: readonly Statement[] } => {
  const text = readFileSync(file, 'utf8')
  // Only the members named above are read, which every statement of the kinds below has.
  return { text, body: parseSync(file, text).program.body as unknown as readonly Statement[] }
}

const namesOf = (declaration: Declaration): readonly (string | undefined)[] =>
  declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id?.name]

const withoutComments = (text: string) =>
  text
    .replaceAll(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm, '')
    .replaceAll(/^\s*\n/gm, '')
    .trim()

const targetOf = (file: string, specifier: string) =>
  join(dirname(file), specifier.replace(/\.[jt]sx?$/, '.d.ts'))

/** The text of a name's declarations: several where a function is overloaded or a type shares the name. */
function textsOf(file: string, name: string): readonly string[] {
  const { text, body } = declarationsOf(file)
  return body.flatMap((statement) => {
    const declaration = statement.declaration ?? ('id' in statement ? (statement as Declaration) : null)
    if (declaration && namesOf(declaration).includes(name))
      return [text.slice(statement.start, statement.end)]
    const passed = statement.specifiers?.find(({ exported }) => exported?.name === name)
    return passed && statement.type === 'ExportNamedDeclaration' ? passedOn(file, statement, passed) : []
  })
}

function passedOn(file: string, { source }: Statement, { local }: Specifier): readonly string[] {
  if (!source) return textsOf(file, local.name)
  const target = targetOf(file, source.value)
  if (source.value.startsWith('.') && existsSync(target)) return textsOf(target, local.name)
  return [`export { ${local.name} } from '${source.value}'`]
}

/** Everything that a declaration file exports, in the order of the names. */
export function exportedDeclarations(file: string): readonly Declared[] {
  const { body } = declarationsOf(file)
  const exporting = body.filter(({ type }) => type === 'ExportNamedDeclaration')
  const names = exporting.flatMap(({ declaration, specifiers }) => [
    ...(declaration ? namesOf(declaration) : []),
    ...(specifiers ?? []).map(({ exported }) => exported.name),
  ])
  const unique = [...new Set(names.filter((name) => name !== undefined))].sort()
  return unique.map((name) => ({ name, text: textsOf(file, name).map(withoutComments).join('\n') }))
}
