import { expect, it } from 'vitest'
import { chooseEntry } from '../../kernel/cli/dev-page-handlers.ts'
import { codePaths, isTest, readSourceTree, repositoryRoot } from './source-tree.ts'

const tree = readSourceTree(repositoryRoot)

it('starts the style guide at its address of the development server, and the dashboard at every other', () => {
  const html = tree.get('index.html') ?? ''
  expect(chooseEntry(html, '/style-guide?theme=dark')).toContain('src="/sdk/ui/style-guide/main.tsx"')
  for (const url of ['/', '/dashboard', '/style-guide/more']) expect(chooseEntry(html, url)).toBe(html)
})

it('keeps the style guide out of the built product, whose modules do not name it', () => {
  const outside = codePaths(tree).filter((path) => !isTest(path) && !path.startsWith('sdk/ui/style-guide/'))
  const naming = outside.filter((path) => tree.get(path)?.includes('style-guide'))
  expect(naming).toEqual(['kernel/cli/dev-page-handlers.ts'])
  expect(tree.get('index.html')).not.toContain('style-guide')
})
