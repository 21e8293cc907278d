import { posix } from 'node:path'
import type { SourceTree } from './source-tree.ts'

export type ImportTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'broken'; readonly why: string }

const workspaces: Record<string, string> = { '@spawnpoint/sdk': 'sdk', '@spawnpoint/contracts': 'builtin' }
const assets = /\.(css|json|svg|png|webp|woff2|yml|html|mjs|md|sql)$/

const exportsOf = (tree: SourceTree, folder: string): [string, string][] => {
  const manifest: unknown = JSON.parse(tree.get(`${folder}/package.json`) ?? '{}')
  const found = manifest instanceof Object && 'exports' in manifest ? manifest.exports : {}
  return Object.entries(found ?? {})
}

/** Exact names first, then patterns with one star, the longest first: the order Node uses. */
const throughExports = (entries: [string, string][], subpath: string): string | undefined => {
  const exact = entries.find(([name]) => name === subpath)
  if (exact) return exact[1]
  const patterns = entries.filter(([name]) => name.includes('*')).sort(([a], [b]) => b.length - a.length)
  for (const [name, file] of patterns) {
    const [before = '', after = ''] = name.split('*')
    if (!subpath.startsWith(before) || !subpath.endsWith(after)) continue
    const star = subpath.slice(before.length, subpath.length - after.length)
    if (star !== '') return file.replace('*', star)
  }
  return undefined
}

const workspaceTarget = (tree: SourceTree, specifier: string): ImportTarget | undefined => {
  const name = Object.keys(workspaces).find((one) => specifier === one || specifier.startsWith(`${one}/`))
  const folder = name === undefined ? undefined : workspaces[name]
  if (name === undefined || folder === undefined) return undefined
  const file = throughExports(exportsOf(tree, folder), `.${specifier.slice(name.length)}`)
  if (file === undefined) return { kind: 'broken', why: 'is not exported by that package' }
  const path = posix.join(folder, file)
  return tree.has(path)
    ? { kind: 'file', path }
    : { kind: 'broken', why: `leads to ${path}, which is missing` }
}

const relativeTarget = (tree: SourceTree, from: string, specifier: string): ImportTarget => {
  const plain = specifier.replace(/\?.*$/, '')
  if (!/\.tsx?$/.test(plain) && !assets.test(plain)) return { kind: 'broken', why: 'must end in .ts or .tsx' }
  const path = posix.join(posix.dirname(from), plain)
  return tree.has(path) || !/\.(tsx?|mjs|css|json)$/.test(path)
    ? { kind: 'file', path }
    : { kind: 'broken', why: `leads to ${path}, which is missing` }
}

export const importTarget = (tree: SourceTree, from: string, specifier: string): ImportTarget => {
  if (specifier.startsWith('.')) return relativeTarget(tree, from, specifier)
  return workspaceTarget(tree, specifier) ?? { kind: 'package', name: specifier }
}
