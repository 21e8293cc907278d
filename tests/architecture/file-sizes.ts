import { codePaths, isMigration, isTest, type SourceTree } from './source-tree.ts'

const longest = 400
const usual = { lines: 200, share: 0.9 }
const small = { lines: 70, share: 0.5 }
const serverIndexLimit = 45

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length

const shareReport = (sizes: ReadonlyMap<string, number>, { lines, share }: typeof usual): string[] => {
  const over = [...sizes].filter(([, size]) => size >= lines).sort(([, a], [, b]) => b - a)
  if (over.length <= sizes.size * (1 - share)) return []
  const first = over.slice(0, 10).map(([path, size]) => `${path} (${size})`)
  return [`${over.length} of ${sizes.size} files have ${lines} lines or more, such as ${first.join(', ')}`]
}

export const findOversizedFiles = (tree: SourceTree): string[] => {
  const judged = codePaths(tree).filter((path) => !isTest(path) && !isMigration(path))
  const sizes = new Map(judged.map((path) => [path, linesOf(tree.get(path) ?? '')]))
  const each = [...sizes].flatMap(([path, lines]) => {
    if (lines > longest) return [`${path}: ${lines} lines, over ${longest}`]
    const isServerIndex = /^(builtin|plugins)\/[^/]+\/server\/index\.ts$/.test(path)
    return isServerIndex && lines > serverIndexLimit
      ? [`${path}: ${lines} lines, over ${serverIndexLimit}`]
      : []
  })
  return [...each, ...shareReport(sizes, usual), ...shareReport(sizes, small)]
}
