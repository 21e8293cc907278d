import { importTarget } from './import-target.ts'
import { moduleAt } from './module-record.ts'
import { placeOf } from './place.ts'
import { codePaths, isCode, type SourceTree } from './source-tree.ts'

const nodeParts = new Set(['server', 'common', 'contract', 'build', 'cli'])

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

/** Node strips types but does not read JSX: one `.tsx` in a server graph stops the start. */
export const findJsxInServerGraphs = (tree: SourceTree): string[] => {
  const reachedFrom = new Map(
    codePaths(tree)
      .filter(isLoadedByNode)
      .map((path) => [path, path]),
  )
  for (const [path, root] of reachedFrom) {
    if (path.endsWith('.tsx') || !tree.has(path)) continue
    for (const next of loadedBy(tree, path)) if (!reachedFrom.has(next)) reachedFrom.set(next, root)
  }
  return [...reachedFrom]
    .filter(([path]) => path.endsWith('.tsx'))
    .map(([path, root]) => `${path}: JSX that Node would load, reached from ${root}`)
}
