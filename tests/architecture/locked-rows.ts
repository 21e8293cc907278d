import { codePaths, isTest, type SourceTree } from './source-tree.ts'

const inText = /\bin \(\s*select\b[^;`]*?\blimit\b[^;`)]*\bfor (no key )?update\b/i
const query =
  /const (\w+) = \w+\s*\.select\((?:(?!\n\n|const )[\s\S])*?\.limit\([^)]*\)\s*\.for\('(?:no key )?update'/g

const isReadAgain = (code: string) =>
  inText.test(code) ||
  [...code.matchAll(query)].some(([, name]) => new RegExp(`inArray\\([^()]+, ${name}\\)`).test(code))

/**
 * A join may read the rows after `in` again for each row of the table, and a lock passes over rows that the statement
 * has changed already: then more are taken than the limit says. As an array they are read once.
 */
export const findRowsLockedAgain = (tree: SourceTree): string[] =>
  codePaths(tree).filter((path) => !isTest(path) && isReadAgain(tree.get(path) ?? ''))
