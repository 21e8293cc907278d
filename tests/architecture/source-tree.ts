import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Every text file of the repository by its path from the root, with `/` on every system. */
export type SourceTree = ReadonlyMap<string, string>

// In a second work tree `.git` is a file.
const skipped = new Set([
  'node_modules',
  '.git',
  '.data',
  '.cache',
  'dist',
  'test-results',
  'playwright-report',
])
const binary = /\.(png|jpe?g|webp|avif|gif|ico|woff2?|ttf|otf|zip|gz|br|wasm|pdf|mp4|webm)$/i

/** Plugins that an operator drops into `plugins` are not ours to judge. */
const isForeign = (path: string) =>
  /^plugins\/(?!(hello|daily-spin|discord-notifications)(\/|$)|README\.md$)/.test(path)

const readInto = (files: Map<string, string>, root: string, folder: string) => {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isForeign(path) || skipped.has(entry.name)) continue
    if (entry.isDirectory()) readInto(files, root, path)
    if (entry.isFile() && !binary.test(entry.name)) files.set(path, readFileSync(join(root, path), 'utf8'))
  }
}

export const readSourceTree = (root: string): SourceTree => {
  const files = new Map<string, string>()
  readInto(files, root, '')
  return files
}

export const sampleTree = (files: Record<string, string>): SourceTree => new Map(Object.entries(files))

const house = /^(kernel|sdk|builtin|plugins|tests|e2e)\//

export const isCode = (path: string) => house.test(path) && /\.(tsx?|mjs)$/.test(path)
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
export const isMigration = (path: string) => path.includes('/migrations/')

export const codePaths = (tree: SourceTree): string[] => [...tree.keys()].filter(isCode)

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))
