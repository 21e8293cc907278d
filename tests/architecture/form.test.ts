import { describe, expect, it } from 'vitest'
import { findHeadlessComments } from './comment-openers.ts'
import { findBadExports } from './export-forms.ts'
import { findBadNames } from './file-names.ts'
import { findOversizedFiles } from './file-sizes.ts'
import { findRowsLockedAgain } from './locked-rows.ts'
import { findMachinePaths, findRegistryHosts } from './machine-traces.ts'
import { readSourceTree, repositoryRoot, sampleTree } from './source-tree.ts'

const tree = readSourceTree(repositoryRoot)
const lines = (count: number) => 'const a = 1\n'.repeat(count)

describe('sizes', () => {
  it('hold in the whole repository', () => {
    expect(findOversizedFiles(tree)).toEqual([])
  })

  it('refuse a file over 400 lines, but not a test or a migration', () => {
    const sample = sampleTree({
      'kernel/server/long.ts': lines(401),
      'kernel/server/long.test.ts': lines(401),
      'builtin/coins/server/migrations/long.ts': lines(401),
    })
    expect(findOversizedFiles(sample)).toEqual(['kernel/server/long.ts: 401 lines, over 400'])
  })
})

describe('comments', () => {
  it('are sentences in the whole repository', () => {
    expect(findHeadlessComments(tree)).toEqual([])
  })

  it.each(['// What the page needs.', '/** Whoever reads it. */', ' * Of the connection.'])(
    'refuse %s',
    (line) => {
      expect(findHeadlessComments(sampleTree({ 'kernel/server/a.ts': line }))).toHaveLength(1)
    },
  )

  it('admit a sentence', () => {
    const sample = sampleTree({ 'kernel/server/a.ts': '// Queue the next build of the owner.' })
    expect(findHeadlessComments(sample)).toEqual([])
  })
})

describe('names', () => {
  it('hold in the whole repository', () => {
    expect(findBadNames(tree)).toEqual([])
  })

  it.each([
    'kernel/server/utils.ts',
    'kernel/browser/string-helpers.ts',
    'sdk/common/types.ts',
    'sdk/misc/a.ts',
    'kernel/server/session-manager.ts',
    'kernel/browser/LoginPage.tsx',
    'builtin/user_list/manifest.ts',
  ])('refuse %s', (path) => {
    expect(findBadNames(sampleTree({ [path]: '' }))).toHaveLength(1)
  })

  it('admit the plugin manager, READMEs and tests', () => {
    const paths = ['builtin/plugin-manager/README.md', 'builtin/plugin-manager/browser/plugins-page.test.tsx']
    expect(findBadNames(sampleTree(Object.fromEntries(paths.map((path) => [path, '']))))).toEqual([])
  })
})

describe('exports', () => {
  it('hold in the whole repository', () => {
    expect(findBadExports(tree)).toEqual([])
  })

  it.each([
    ['sdk/common/index.ts', `export * from './a.ts'`],
    ['sdk/common/index.ts', `export * as all from './a.ts'`],
    ['kernel/server/a.ts', 'export default 1'],
    ['builtin/coins/contract/index.ts', `export { a as default } from './a.ts'`],
  ])('refuse in %s: %s', (path, code) => {
    expect(findBadExports(sampleTree({ [path]: code }))).toHaveLength(1)
  })

  it('admit the default of a page module, a manifest and a server part', () => {
    const paths = ['manifest.ts', 'browser/gift-coins-page.tsx', 'server/index.ts']
    const sample = Object.fromEntries(paths.map((path) => [`builtin/coins/${path}`, 'export default 1']))
    expect(findBadExports(sampleTree(sample))).toEqual([])
  })
})

describe('traces of one machine', () => {
  it('stand nowhere in the repository', () => {
    expect(findMachinePaths(tree)).toEqual([])
    expect(findRegistryHosts(tree)).toEqual([])
  })

  it.each([
    ['', 'work', 'main'],
    ['', 'tmp', 'bash_jobs', '1'],
    ['..', 'shared', 'design.md'],
  ])('are found in a path of %s/%s/%s', (...parts) => {
    expect(findMachinePaths(sampleTree({ 'a.md': `first\nsee ${parts.join('/')}/x` }))).toHaveLength(1)
  })

  it('are found in a lock file', () => {
    const sample = sampleTree({ 'package-lock.json': `"resolved": "https://mirror.example/a.tgz"` })
    expect(findRegistryHosts(sample)).toEqual(['package-lock.json:1: names a registry host'])
  })
})

describe('rows that are locked and limited', () => {
  it('are read once in the whole repository', () => {
    expect(findRowsLockedAgain(tree)).toEqual([])
  })

  it.each([
    'sql`update t set a = 1 where id in (\n select id from t where b order by c limit ${n} for update skip locked)`',
    `const first = tx.select({ id: t.id }).from(t).limit(most).for('update')\n await tx.update(t).where(inArray(t.id, first))`,
  ])('are found after "in": %s', (code) => {
    expect(findRowsLockedAgain(sampleTree({ 'kernel/server/a.ts': code }))).toHaveLength(1)
  })

  it.each([
    'sql`update t set a = 1 where id = any(array(\n select id from t limit 1 for update))`',
    'sql`delete from t where id in (select id from t limit 100)`',
  ])('are admitted as an array, and without a lock: %s', (code) => {
    expect(findRowsLockedAgain(sampleTree({ 'kernel/server/a.ts': code }))).toEqual([])
  })
})
