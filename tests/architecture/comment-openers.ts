import { codePaths, type SourceTree } from './source-tree.ts'

// These words open a comment that is no sentence, such as "What the page needs".
const opener = /^\s*(?:\/\/|\/\*\*?|\*) (?:What|Whoever|Who|Whose|Nobody|Somebody|Of|Those|For what) /

const stylesheets = (tree: SourceTree) => [...tree.keys()].filter((path) => path.endsWith('.css'))

/** Comments that open with a word that a plain sentence about code does not open with. */
export const findHeadlessComments = (tree: SourceTree): string[] =>
  [...codePaths(tree), ...stylesheets(tree)].flatMap((path) =>
    (tree.get(path) ?? '')
      .split('\n')
      .flatMap((line, at) => (opener.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
