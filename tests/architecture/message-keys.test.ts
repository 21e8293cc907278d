import { expect, it } from 'vitest'
import { findUnknownKeys } from './message-keys.ts'
import { readSourceTree, repositoryRoot, sampleTree } from './source-tree.ts'
import { findUnusedKeys } from './unused-keys.ts'

it('components ask for texts that exist, in the whole repository', () => {
  expect(findUnknownKeys(readSourceTree(repositoryRoot))).toEqual([])
})

it('a literal key that English lacks is found, in its plugin, in another and in the shell', () => {
  const tree = sampleTree({
    'locales/en.yml': 'shell: { yes: "Yes" }',
    'builtin/coins/locales/en.yml':
      'coins: { title: Coins, days_one: "{{count}} day", days_other: "{{count}} days" }',
    'builtin/store/locales/en.yml': 'store: { buy: Buy }',
    'builtin/coins/browser/page.tsx': `const t = useT()\nt('title') + t('yes') + t('days', { count }) + t('buy')`,
    'builtin/coins/browser/shop.tsx': `const t = useT('store')\nt('buy') + t(\n'gone.too') + host.t('any')`,
  })
  expect(findUnknownKeys(tree)).toEqual([
    'builtin/coins/browser/page.tsx: no text buy',
    'builtin/coins/browser/shop.tsx: no text gone.too',
  ])
})

it('every text is asked for by something, in the whole repository', () => {
  expect(findUnusedKeys(readSourceTree(repositoryRoot))).toEqual([])
})

it('a text that no source asks for is found; literal and computed keys, plurals and labels are not', () => {
  const tree = sampleTree({
    'builtin/coins/locales/en.yml': [
      'coins: { title: Coins, days_one: "{{count}} day", days_other: "{{count}} days", gone: Gone,',
      '  steps: { one: One, two: Two }, old: { one: One }, server: { emails: { sent: { subject: Sent } } } }',
    ].join('\n'),
    'builtin/coins/manifest.ts': `defineBuiltin({ title: '%title%' })`,
    'builtin/coins/browser/page.tsx': "t('days', { count }) + t(`steps.${step}`)",
    'builtin/coins/server/mail.ts': 'read(`server.emails.${kind}.subject`)',
    'builtin/coins/browser/page.test.tsx': `t('gone')`,
  })
  expect(findUnusedKeys(tree)).toEqual([
    'builtin/coins/locales/en.yml: nothing asks for gone',
    'builtin/coins/locales/en.yml: nothing asks for old.one',
  ])
})
