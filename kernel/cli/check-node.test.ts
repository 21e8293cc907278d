import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const started = Object.values(scripts).map((script) => /^node kernel\/cli\/(\S+)/.exec(script)?.[1])
  expect(new Set(started)).toEqual(new Set(programs))
})

it.each(['check-node.mjs', ...programs])('[OPS5] a Node of long ago can read %s', (name) => {
  const tree = parseAst(readFileSync(join(folder, name), 'utf8'))
  const imported = tree.body.flatMap((each) => (each.type === 'ImportDeclaration' ? [each.source.value] : []))
  expect(imported).toEqual(name === 'check-node.mjs' ? [] : ['./check-node.mjs'])
  const newer = walk(tree).filter(
    ({ kind, operator }) => newerKinds.includes(kind) || newerOperators.includes(operator ?? ''),
  )
  expect(newer).toEqual([])
})
