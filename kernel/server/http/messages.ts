import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Language } from '../../common/plan.ts'

type Tree = { readonly [key: string]: string | Tree }

const find = (tree: Tree | undefined, path: readonly string[]): string | null => {
  const [head, ...rest] = path
  const next = head === undefined ? undefined : tree?.[head]
  if (typeof next === 'string') return rest.length === 0 ? next : null
  return next ? find(next, rest) : null
}

const fill = (text: string, details: Readonly<Record<string, string | number>> = {}) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => String(details[name] ?? mark))

/** Words lie beside the sources as YAML, and as JSON in what the build of a run-time plugin leaves. */
const readers: readonly (readonly [ending: string, read: (text: string) => unknown])[] = [
  ['json', (text) => JSON.parse(text)],
  ['yml', (text) => parse(text)],
]

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

function readTree(id: string, folder: string, language: Language): Tree | undefined {
  for (const [ending, read] of readers) {
    const file = join(folder, `${language.toLowerCase()}.${ending}`)
    if (!existsSync(file)) continue
    const content = read(readFileSync(file, 'utf8'))
    const own = isTree(content) ? content[id] : undefined
    return isTree(own) ? own : undefined
  }
  return undefined
}

/** Words of the shell and the plugins: English for answers and logs, labels in the page's language. */
export function createMessages(shellLocales: string) {
  const folders = new Map<string, string>()
  const trees = new Map<string, Tree | undefined>()
  const treeOf = (id: string, language: Language): Tree | undefined => {
    const folder = folders.get(id)
    if (folder === undefined) return undefined
    const key = `${id}/${language}`
    if (!trees.has(key)) trees.set(key, readTree(id, folder, language))
    return trees.get(key)
  }
  const load = (id: string, folder: string) => {
    folders.set(id, folder)
    for (const key of trees.keys()) if (key.startsWith(`${id}/`)) trees.delete(key)
  }
  load('shell', shellLocales)
  return {
    /** Says where a plugin's words are; a file is read when it is first asked for. */
    load,
    /** The sentence for a failure of a plugin: its own, else the shell's, else the code. */
    failure(plugin: string, code: string, details?: Readonly<Record<string, string | number>>): string {
      const path = ['errors', code]
      const text = find(treeOf(plugin, 'EN'), path) ?? find(treeOf('shell', 'EN'), path)
      return text ? fill(text, details) : code
    },
    /** A label such as `%title%` in this language, else in English. */
    label(plugin: string, label: string, language: Language = 'EN'): string {
      const path = /^%(.+)%$/.exec(label)?.[1]?.split('.')
      if (!path) return label
      return find(treeOf(plugin, language), path) ?? find(treeOf(plugin, 'EN'), path) ?? path.join('.')
    },
  }
}

export type Messages = ReturnType<typeof createMessages>
