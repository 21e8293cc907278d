import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { idPattern } from './rule-table.ts'
import { isTest, type SourceTree } from './source-tree.ts'

export interface Citation {
  readonly id: string
  readonly path: string
}

type Node = ESTree.Expression | ESTree.SpreadElement | ESTree.PrivateIdentifier | null | undefined

const bracketed = new RegExp(`\\[(${idPattern}(?:,\\s*${idPattern})*)\\]`, 'g')
const runners = new Set(['it', 'test', 'describe'])
const notRun = new Set(['skip', 'todo', 'fixme', 'fails', 'skipIf', 'runIf'])

const unwrap = (node: Node): Node =>
  node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression' ? unwrap(node.expression) : node

/** The words of a call from its end to its root: `it.concurrent.each` is `each, concurrent, it`. */
const namesOf = (callee: Node): string[] => {
  if (callee?.type === 'Identifier') return [callee.name]
  if (callee?.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
  return [callee.property.name, ...namesOf(callee.object)]
}

const textOf = (node: Node): string => {
  const plain = unwrap(node)
  if (plain?.type === 'Literal') return String(plain.value)
  if (plain?.type === 'BinaryExpression') return textOf(plain.left) + textOf(plain.right)
  if (plain?.type !== 'TemplateLiteral') return ''
  return plain.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}

const propertyOf = (row: Node, name: string): string => {
  if (row?.type !== 'ObjectExpression') return ''
  const property = row.properties.find(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name,
  )
  return property?.type === 'Property' ? textOf(property.value as Node) : ''
}

/** The title that a row of a table gives its test, as vitest formats it. */
const fillTitle = (title: string, row: Node): string => {
  const cells = row?.type === 'ArrayExpression' ? row.elements : [row]
  let next = 0
  return title
    .replaceAll(/%[sdijo]/g, () => textOf(cells[next++]))
    .replaceAll(/\$(\w+)/g, (_, name: string) => propertyOf(row, name))
}

/** The value of a constant of the file, or of one that it imports from another file of the tree. */
const findConstant = (tree: SourceTree, path: string, name: string): Node => {
  let found: Node
  const { program } = parseSync(path, tree.get(path) ?? '')
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && id.name === name) found = unwrap(init)
    },
    ImportDeclaration: ({ source, specifiers }) => {
      const imported = specifiers.find(({ local }) => local.name === name)
      const from = posix.join(posix.dirname(path), source.value)
      if (imported && tree.has(from)) found = findConstant(tree, from, name)
    },
  }).visit(program)
  return found
}

const rowsOf = (tree: SourceTree, path: string, table: Node): readonly Node[] => {
  const plain = unwrap(table)
  const array = plain?.type === 'Identifier' ? findConstant(tree, path, plain.name) : plain
  return array?.type === 'ArrayExpression' ? array.elements.map(unwrap) : []
}

/** The titles of a file's tests, without those that do not run: a skipped test proves nothing. */
const livingTitles = (tree: SourceTree, path: string): string[] => {
  const titles: { start: number; value: string }[] = []
  const dead: { start: number; end: number }[] = []
  const visitor = new Visitor({
    CallExpression: ({ callee, arguments: given, start, end }) => {
      const isTable = callee.type === 'CallExpression'
      const names = namesOf(isTable ? callee.callee : callee)
      if (!runners.has(names.at(-1) ?? '') || names.includes('step')) return
      if (names.some((name) => notRun.has(name))) return dead.push({ start, end })
      const title = textOf(given[0])
      const rows = isTable ? rowsOf(tree, path, callee.arguments[0]) : []
      titles.push({ start, value: title }, ...rows.map((row) => ({ start, value: fillTitle(title, row) })))
    },
  })
  visitor.visit(parseSync(path, tree.get(path) ?? '').program)
  return titles
    .filter(({ start }) => !dead.some((range) => range.start <= start && start < range.end))
    .map(({ value }) => value)
}

const citesRules = (path: string) =>
  (isTest(path) || /^e2e\/.+\.e2e\.ts$/.test(path)) && !path.startsWith('tests/architecture/')

/** The rules that titles of tests cite: in every test file, or in these. */
export const findCitations = (tree: SourceTree, paths: Iterable<string> = tree.keys()): Citation[] =>
  [...paths].filter(citesRules).flatMap((path) => {
    const found = livingTitles(tree, path).flatMap((title) => [...title.matchAll(bracketed)])
    const ids = new Set(found.flatMap(([, list = '']) => list.split(/,\s*/)))
    return [...ids].map((id) => ({ id, path }))
  })
