import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SdkExport } from './sdk-exports.ts'

/** The example of one exported symbol, as its doc comment has it. */
export interface SdkExample {
  readonly file: string
  readonly line: number
  readonly symbol: string
  readonly kind: 'type' | 'value'
  readonly text: string
}

const documented =
  /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*(?:\/\/.*\s+)*export (?:async )?(const|function|class|interface|type) (\w+)/g

/** Text behind `@example` up to the next tag, without the comment's own margin. */
const exampleIn = (comment: string): string | null => {
  const plain = comment.replaceAll(/^[ \t]*\* ?/gm, '')
  const found = /@example[ \t]*([\s\S]*?)(?=\n@\w|$)/.exec(plain)
  return found?.[1]?.trim() || null
}

const readFile = (root: string, file: string): readonly SdkExample[] => {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(documented)].flatMap((match): SdkExample[] => {
    const [, comment = '', keyword, symbol = ''] = match
    const text = exampleIn(comment)
    const line = source.slice(0, match.index).split('\n').length
    const kind = keyword === 'interface' || keyword === 'type' ? 'type' : 'value'
    return text === null ? [] : [{ file, line, symbol, kind, text }]
  })
}

/** The examples of what the SDK exports, and the names of what has none. */
export function readExamples(
  root: string,
  exported: readonly SdkExport[],
): { examples: readonly SdkExample[]; missing: readonly string[] } {
  const wanted = new Set(exported.map(({ file, local }) => `${file} ${local}`))
  const files = [...new Set(exported.map(({ file }) => file))].sort()
  const examples = files
    .flatMap((file) => readFile(root, file))
    .filter(({ file, symbol }) => wanted.has(`${file} ${symbol}`))
  const found = new Set(examples.map(({ file, symbol }) => `${file} ${symbol}`))
  return { examples, missing: [...wanted].filter((name) => !found.has(name)) }
}
