import { moduleAt } from './module-record.ts'
import { codePaths, type SourceTree } from './source-tree.ts'

/** Files that somebody loads by path, and therefore by their default export. */
const loadedByPath = [
  /^(builtin|plugins)\/[^/]+\/manifest\.ts$/,
  /^(builtin|plugins)\/[^/]+\/server\/index\.ts$/,
  /^(builtin|plugins)\/[^/]+\/browser\/[^/]+\.tsx?$/,
  /\.config\.(ts|mjs)$/,
  /^e2e\/prepare-site\.ts$/,
]

export const findBadExports = (tree: SourceTree): string[] =>
  codePaths(tree).flatMap((path) => {
    const { hasDefaultExport, hasStarExport } = moduleAt(tree, path)
    const mayDefault = loadedByPath.some((pattern) => pattern.test(path)) && !path.includes('.test.')
    return [
      ...(hasStarExport ? [`${path}: exports with a star`] : []),
      ...(hasDefaultExport && !mayDefault ? [`${path}: has a default export`] : []),
    ]
  })
