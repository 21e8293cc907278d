import { codePaths, isMigration, isTest, type SourceTree } from './source-tree.ts'

const longest = 400

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length

export const findOversizedFiles = (tree: SourceTree): string[] =>
  codePaths(tree)
    .filter((path) => !isTest(path) && !isMigration(path))
    .map((path) => ({ path, lines: linesOf(tree.get(path) ?? '') }))
    .filter(({ lines }) => lines > longest)
    .map(({ path, lines }) => `${path}: ${lines} lines, over ${longest}`)
