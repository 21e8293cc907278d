import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExampleFile } from './compile-examples.ts'

const cookbook = 'builtin/sdk-docs/server/pages/cookbook.md'
const guides = ['sdk/README.md', cookbook]

const block = /^```tsx?\n((?:\/\/ ([\w./-]+\.tsx?))?[\s\S]*?)^```$/gm

/**
 * The files that the author's guide and its cookbook show, as the project that its reader has by then: a file shown again
 * replaces the one before, and a manifest of the cookbook begins another project. Every state of the project is a folder of
 * its own. Code without a name stands alone.
 */
export const readGuideFiles = (root: string): readonly ExampleFile[] =>
  guides.flatMap((guide, at) => readFilesOf(root, guide, `guide-${at}`))

function readFilesOf(root: string, guide: string, folder: string): readonly ExampleFile[] {
  const source = readFileSync(join(root, guide), 'utf8')
  const shown = [...source.matchAll(block)].map(({ 1: text = '', 2: named, index }) => {
    const line = source.slice(0, index).split('\n').length
    const name = named ?? `line-${line}.tsx`
    return { name, text, place: `${guide}:${line} ${name}` }
  })
  const states = shown.reduce<readonly ReadonlyMap<string, (typeof shown)[number]>[]>((before, file) => {
    const isOther = guide === cookbook && file.name === 'manifest.ts'
    const last = (isOther ? undefined : before.at(-1)) ?? new Map<string, typeof file>()
    const next = new Map(last).set(file.name, file)
    return isOther || last.has(file.name) ? [...before, next] : [...before.slice(0, -1), next]
  }, [])
  return states.flatMap((state, index) =>
    [...state.values()].map(({ name, text, place }) => ({ path: `${folder}-${index}/${name}`, text, place })),
  )
}
