import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** An export of a declaration file: its text, or the package that it re-exports. */
export interface Declared {
  readonly name: string
  readonly text: string
  /** Its text with the comments of its members. */
  readonly commented: string
  /** Its doc comment without the margin; empty where it has none. */
  readonly doc: string
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
type Specifier = Partial<Node> & {
  readonly local: { readonly name: string }
  readonly exported: { readonly name: string }
  /** Only an import has it. */
  readonly imported?: { readonly name: string }
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

const docBefore = (text: string): string =>
  (/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text)?.[1] ?? '').replaceAll(/^[ \t]*\* ?/gm, '').trim()

interface Found {
  readonly text: string
  readonly doc: string
}

/** A name's declarations: several where a function is overloaded or a type shares the name. */
function findAll(file: string, name: string): readonly Found[] {
  const { text, body } = declarationsOf(file)
  return body.flatMap((statement) => {
    const declaration = statement.declaration ?? ('id' in statement ? (statement as Declaration) : null)
    if (declaration && namesOf(declaration).includes(name))
      return [
        { text: text.slice(statement.start, statement.end), doc: docBefore(text.slice(0, statement.start)) },
      ]
    const passed = statement.specifiers?.find(({ exported }) => exported?.name === name)
    return passed && statement.type === 'ExportNamedDeclaration' ? passedOn(file, statement, passed) : []
  })
}

/** The statement that imports a name which the file exports later on. */
const importOf = (file: string, name: string): { statement: Statement; imported: Specifier } | null => {
  for (const statement of declarationsOf(file).body) {
    const own = statement.specifiers?.find(({ local }) => local.name === name)
    if (statement.type === 'ImportDeclaration' && own)
      return { statement, imported: { local: own.imported ?? own.local, exported: own.local } }
  }
  return null
}

function passedOn(file: string, { source }: Statement, { local }: Specifier): readonly Found[] {
  if (!source) {
    const found = importOf(file, local.name)
    return found ? passedOn(file, found.statement, found.imported) : findAll(file, local.name)
  }
  const target = targetOf(file, source.value)
  if (source.value.startsWith('.') && existsSync(target)) return findAll(target, local.name)
  return [{ text: `export { ${local.name} } from '${source.value}'`, doc: '' }]
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
  return unique.map((name) => {
    const found = findAll(file, name)
    const doc = found.find((each) => each.doc !== '')?.doc ?? ''
    return {
      name,
      text: found.map(({ text }) => withoutComments(text)).join('\n'),
      commented: found.map(({ text }) => text).join('\n'),
      doc,
    }
  })
}
