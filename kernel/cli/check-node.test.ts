import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { ROOT } from '../server/version.ts'

interface Found {
  readonly kind: string
  readonly operator: string | undefined
}

/** Every node of a syntax tree. */
function walk(value: unknown, found: Found[] = []): readonly Found[] {
  if (typeof value !== 'object' || value === null) return found
  const { type, operator } = value as { type?: unknown; operator?: unknown }
  if (typeof type === 'string')
    found.push({ kind: type, operator: typeof operator === 'string' ? operator : undefined })
  for (const each of Object.values(value)) walk(each, found)
  return found
}

/** Syntax that Node 12, the first with modules, cannot read. */
const newerKinds = [
  'ChainExpression',
  'AwaitExpression',
  'PropertyDefinition',
  'PrivateIdentifier',
  'StaticBlock',
]
const newerOperators = ['??', '??=', '||=', '&&=']

const folder = import.meta.dirname
const programs = readdirSync(folder).filter(
  (name) => name.endsWith('.mjs') && readFileSync(join(folder, name), 'utf8').includes('./check-node.mjs'),
)

it('[OPS5] every command begins with a program that checks the Node first', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  // A Node without modules cannot read the programs: it is told before.
  const begin = /^node -r \.\/kernel\/cli\/check-node\.cjs kernel\/cli\/(\S+)/
  const started = Object.values(scripts).map((script) => begin.exec(script)?.[1])
  expect(new Set(started)).toEqual(new Set(programs))
})

it.each(['check-node.cjs', 'check-node.mjs'])(
  '[OPS5] %s ends a Node of long ago with one sentence',
  (name) => {
    const code = readFileSync(join(folder, name), 'utf8')
    const runOn = (node: string) => {
      const said: unknown[] = []
      const process = { versions: { node }, exit: (status: number) => said.push(status) }
      runInNewContext(code, { process, console: { error: (text: string) => said.push(text) } })
      return said
    }
    for (const node of ['10.24.1', '18.20.8', '19.9.0'])
      expect(runOn(node)).toEqual([
        `Spawnpoint starts on Node 20 or later, and this is ${node}: install a newer Node, then run this again.`,
        1,
      ])
    expect(runOn('20.0.0')).toEqual([])
  },
)

it.each(['check-node.mjs', 'check-node.cjs', ...programs])(
  '[OPS5] a Node of long ago can read %s',
  (name) => {
    const tree = parseAst(readFileSync(join(folder, name), 'utf8'))
    const imported = tree.body.flatMap((each) =>
      each.type === 'ImportDeclaration' ? [each.source.value] : [],
    )
    expect(imported).toEqual(programs.includes(name) ? ['./check-node.mjs'] : [])
    const newer = walk(tree).filter(
      ({ kind, operator }) => newerKinds.includes(kind) || newerOperators.includes(operator ?? ''),
    )
    expect(newer).toEqual([])
  },
)
