import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExampleFile } from './compile-examples.ts'

const guide = 'sdk/README.md'

const block = /^```tsx?\n((?:\/\/ ([\w./-]+\.tsx?))?[\s\S]*?)^```$/gm

/**
 * The files that the author's guide shows, as the project that its reader has by then: a file shown again
 * replaces the one before, so every state of the project is a folder of its own. Code without a name stands alone.
 */
export function readGuideFiles(root: string): readonly ExampleFile[] {
  const source = readFileSync(join(root, guide), 'utf8')
  const shown = [...source.matchAll(block)].map(({ 1: text = '', 2: named, index }) => {
    const line = source.slice(0, index).split('\n').length
    const name = named ?? `line-${line}.tsx`
    return { name, text, place: `${guide}:${line} ${name}` }
  })
  const states = shown.reduce<readonly ReadonlyMap<string, (typeof shown)[number]>[]>((before, file) => {
    const last = before.at(-1) ?? new Map<string, typeof file>()
    const next = new Map(last).set(file.name, file)
    return last.has(file.name) ? [...before, next] : [...before.slice(0, -1), next]
  }, [])
  return states.flatMap((state, index) =>
    [...state.values()].map(({ name, text, place }) => ({ path: `guide-${index}/${name}`, text, place })),
  )
}
