import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** Code that runs in a release: the commands of the operator, and modules that are loaded by name. */
const roots = [
  'kernel/cli/{start,admin,backup,upgrade-database,compile}.ts',
  'kernel/server/**/*.ts',
  'kernel/packages/server/**/*.ts',
  'builtin/*/{manifest,resource}.ts',
  'builtin/*/server/index.ts',
  'sdk/panel-emulator/start-panel-emulator.ts',
]
const isTest = (path: string) => /\.(test|testing)\.tsx?$|\/testing\.ts$/.test(path)

/** Every module that the code asks for when it runs; types are gone by then. */
function requestsOf(path: string, code: string): readonly string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, code).module
  const isNeeded = (entries: readonly { readonly isType: boolean }[]) =>
    entries.length === 0 || entries.some(({ isType }) => !isType)
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  const lazy = dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, literal] = /^['"](.+)['"]$/.exec(code.slice(start, end)) ?? []
    return literal === undefined ? [] : [literal]
  })
  const plain = staticImports.flatMap(({ moduleRequest, entries }) =>
    isNeeded(entries) ? [moduleRequest.value] : [],
  )
  return [...plain, ...passedOn, ...lazy]
}

type Exports = Readonly<Record<string, string>>

/** The file of one of our own packages, by the exports that it declares. */
function findOwn(root: string, folder: string, rest: string): string | null {
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    exports: Exports
  }
  const exact = exports[rest === '' ? '.' : `./${rest}`]
  if (exact !== undefined) return join(folder, exact)
  const patterns = Object.entries(exports).toSorted(([a], [b]) => b.length - a.length)
  for (const [pattern, target] of patterns) {
    const [before = '', after = ''] = pattern.split('*')
    const name = `./${rest}`
    if (!pattern.includes('*') || !name.startsWith(before) || !name.endsWith(after)) continue
    return join(folder, target.replace('*', name.slice(before.length, name.length - after.length)))
  }
  return null
}

function resolveOwn(root: string, from: string, request: string): string | null {
  if (request.startsWith('.')) return join(dirname(from), request)
  const [, own, rest = ''] = /^@spawnpoint\/(sdk|contracts)(?:\/(.+))?$/.exec(request) ?? []
  if (own === undefined) return null
  return findOwn(root, own === 'sdk' ? 'sdk' : 'builtin', rest)
}

const packageOf = (request: string) => request.split('/', request.startsWith('@') ? 2 : 1).join('/')

/** The packages that the server's own code imports. */
export function findImportedPackages(root: string): ReadonlySet<string> {
  const packages = new Set<string>()
  const files = new Set(globSync(roots, { cwd: root }).filter((path) => !isTest(path)))
  for (const path of files) {
    if (!/\.(ts|mjs)$/.test(path) || !existsSync(join(root, path))) continue
    for (const request of requestsOf(path, readFileSync(join(root, path), 'utf8'))) {
      if (request.startsWith('node:')) continue
      const own = resolveOwn(root, path, request)
      if (own !== null) files.add(own)
      else if (/^[@a-z]/.test(request)) packages.add(packageOf(request))
    }
  }
  return packages
}

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Where Node would find a package, from a folder below `node_modules` upwards. */
function locate(root: string, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(root, found, 'package.json'))) return found
    if (folder === '.' || folder === '') return null
  }
}

/** Folders below `node_modules` of these packages and all that they depend on, as far as it is installed here. */
export function findRuntimeFolders(root: string, names: Iterable<string>): readonly string[] {
  const folders = new Set<string>()
  const add = (from: string, name: string) => {
    const folder = locate(root, from, name)
    if (folder === null || folders.has(folder)) return
    folders.add(folder)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as PackageFile
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    )
    const wanted = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
    // Types are for those who write code.
    for (const next of wanted) if (!next.startsWith('@types/')) add(folder, next)
  }
  for (const name of names) add('.', name)
  return [...folders].toSorted()
}
