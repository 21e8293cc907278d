import { importTarget } from './import-target.ts'
import { moduleAt } from './module-record.ts'
import { placeOf } from './place.ts'
import { codePaths, isCode, type SourceTree } from './source-tree.ts'

const nodeParts = new Set([
  'server',
  'package',
  'packages/server',
  'packages/common',
  'common',
  'contract',
  'build',
  'cli',
  'panel-emulator',
])

const isLoadedByNode = (path: string) => {
  const { house, part, file, test } = placeOf(path)
  if (test || !['kernel', 'sdk', 'plugin'].includes(house)) return false
  return nodeParts.has(part) || (house === 'plugin' && file === 'manifest.ts')
}

const loadedBy = (tree: SourceTree, path: string): string[] =>
  moduleAt(tree, path)
    .imports.filter(({ typeOnly }) => !typeOnly)
    .map(({ specifier }) => importTarget(tree, path, specifier))
    .flatMap((target) => (target.kind === 'file' && isCode(target.path) ? [target.path] : []))

/** Every file that Node loads from such roots → the root that it is reached from. */
const reachFrom = (
  tree: SourceTree,
  isRoot: (path: string) => boolean,
  onward: (path: string) => readonly string[],
): ReadonlyMap<string, string> => {
  const reachedFrom = new Map(
    codePaths(tree)
      .filter(isRoot)
      .map((path) => [path, path]),
  )
  for (const [path, root] of reachedFrom) {
    if (path.endsWith('.tsx') || !tree.has(path)) continue
    for (const next of onward(path)) if (!reachedFrom.has(next)) reachedFrom.set(next, root)
  }
  return reachedFrom
}

/** Node strips types but does not read JSX: one `.tsx` in a server graph stops the start. */
export const findJsxInServerGraphs = (tree: SourceTree): string[] =>
  [...reachFrom(tree, isLoadedByNode, (path) => loadedBy(tree, path))]
    .filter(([path]) => path.endsWith('.tsx'))
    .map(([path, root]) => `${path}: JSX that Node would load, reached from ${root}`)

const isPartOfServer = (path: string) =>
  isLoadedByNode(path) && ['server', 'packages/server', 'panel-emulator'].includes(placeOf(path).part)

const importsHttp = (tree: SourceTree, path: string) =>
  moduleAt(tree, path).imports.some(
    ({ specifier, typeOnly }) => !typeOnly && /^(node:)?http$/.test(specifier),
  )

/** An import of `node:http` loads all of `fetch` with it, 14 MB that an idle server keeps for good. */
export const findHttpImports = (tree: SourceTree): string[] =>
  [...reachFrom(tree, isPartOfServer, (path) => loadedBy(tree, path)).keys()]
    .filter((path) => tree.has(path) && importsHttp(tree, path))
    .map((path) => `${path}: take node:http by process.getBuiltinModule, as an import it costs 14 MB`)
