import { parseSync, Visitor } from 'vite'
import { idPattern } from './rule-table.ts'
import { isTest, type SourceTree } from './source-tree.ts'

export interface Citation {
  readonly id: string
  readonly path: string
}

const bracketed = new RegExp(`\\[(${idPattern}(?:,\\s*${idPattern})*)\\]`, 'g')
const notRun = new Set(['skip', 'todo', 'fixme', 'fails', 'skipIf', 'runIf'])

/** The strings of a test file outside of tests that do not run: a skipped test proves nothing. */
const livingStrings = (path: string, text: string): string[] => {
  const strings: { start: number; value: string }[] = []
  const dead: { start: number; end: number }[] = []
  const visitor = new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') strings.push({ start, value })
    },
    TemplateElement: ({ start, value }) => {
      strings.push({ start, value: value.cooked ?? value.raw })
    },
    CallExpression: ({ callee, start, end }) => {
      const called = callee.type === 'MemberExpression' ? callee.property : undefined
      if (called?.type === 'Identifier' && notRun.has(called.name)) dead.push({ start, end })
    },
  })
  visitor.visit(parseSync(path, text).program)
  return strings
    .filter(({ start }) => !dead.some((range) => range.start <= start && start < range.end))
    .map(({ value }) => value)
}

const citesRules = (path: string) =>
  (isTest(path) || /^e2e\/.+\.ts$/.test(path)) && !path.startsWith('tests/architecture/')

export const findCitations = (tree: SourceTree): Citation[] =>
  [...tree].flatMap(([path, text]) => {
    if (!citesRules(path) || text.search(bracketed) < 0) return []
    const found = livingStrings(path, text).flatMap((string) => [...string.matchAll(bracketed)])
    return found.flatMap(([, ids = '']) => ids.split(/,\s*/).map((id) => ({ id, path })))
  })
