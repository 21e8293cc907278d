import { expect, it } from 'vitest'
import { readSourceTree, repositoryRoot, sampleTree, type SourceTree } from '../architecture/source-tree.ts'

/** Pages of one thing whose tab does not name it: three of them side by side would look alike. */
const findNamelessPages = (tree: SourceTree): string[] =>
  [...tree].flatMap(([path, text]) =>
    /^builtin\/[^/]+\/browser\/.*\.tsx$/.test(path) &&
    text.includes('useParams(') &&
    /<Page\s/.test(text) &&
    !text.includes('subject=')
      ? [path]
      : [],
  )

it('[SDK76] the tab of a page about one thing names it', () => {
  expect(findNamelessPages(readSourceTree(repositoryRoot))).toEqual([])
})

it('[SDK76] finds pages that leave it out', () => {
  const page = (rest: string) => `const { id } = useParams()\nreturn <Page title={t('title')}${rest}>`
  const tree = sampleTree({
    'builtin/a/browser/one-page.tsx': page(''),
    'builtin/a/browser/other-page.tsx': page(' subject={data?.name}'),
    'builtin/a/browser/list-page.tsx': "return <Page title={t('title')}>",
  })
  expect(findNamelessPages(tree)).toEqual(['builtin/a/browser/one-page.tsx'])
})
