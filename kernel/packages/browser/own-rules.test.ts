// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { removeForeignRules } from './own-rules.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

function read(css: string) {
  const style = document.createElement('style')
  style.textContent = css
  document.head.append(style)
  if (!style.sheet) throw new Error('the style has no sheet')
  return style.sheet
}
const left = (css: string) => {
  const sheet = read(css)
  const removed = removeForeignRules(sheet, 'acme')
  return { left: sheet.cssRules.length, removed }
}

it.each([
  '.acme { color: red }',
  '.acme-card { color: red }',
  '.acme-card > p, .acme-list li:nth-child(2n + 1) { color: red }',
  '.acme-card:is(.a, .b), .acme-x[title="a, b"] { color: red }',
  '@media (width > 20rem) { .acme-card { color: red } }',
  '@keyframes acme-turn { from { opacity: 0 } }',
])('[ISO16] leaves %s', (css) => {
  expect(left(css)).toEqual({ left: 1, removed: [] })
})

it.each([
  'body { display: none }',
  '* { color: red }',
  '.acmeish { color: red }',
  '.other .acme-card { color: red }',
  ':root { --color-accent: red }',
  '.acme-card, .sp-button { color: red }',
  '[class^="acme"] { color: red }',
  '@keyframes spin { from { opacity: 0 } }',
  '@font-face { font-family: Inter; src: url(x.woff2) }',
  '@import url("other.css");',
])('[ISO16] takes out %s', (css) => {
  const found = left(css)
  expect([found.left, found.removed.length]).toEqual([0, 1])
})

it('[ISO16] looks into groups of rules', () => {
  const sheet = read('@media (width > 20rem) { .acme-card { color: red } body { display: none } }')
  expect(removeForeignRules(sheet, 'acme')).toEqual(['body'])
  const [group] = sheet.cssRules
  expect((group as CSSMediaRule).cssRules).toHaveLength(1)
})

/** jsdom knows no nested rules. */
const nested = (...selectors: string[]) => {
  const cssRules = selectors.map((selectorText) => ({ selectorText, cssText: `${selectorText} {}` }))
  const rule = {
    selectorText: '.acme-card',
    cssText: '',
    cssRules,
    deleteRule: (at: number) => void cssRules.splice(at, 1),
  }
  return { cssRules: [rule], deleteRule: () => undefined } as unknown as CSSStyleSheet
}

it('[ISO16] lets nested rules stay within the rule around them', () => {
  expect(removeForeignRules(nested('& p', '> li', '.part', '&:hover'), 'acme')).toEqual([])
  expect(removeForeignRules(nested('body:has(&)', '& + p', '~ p', ':root &'), 'acme')).toEqual([
    'body:has(&)',
    '& + p',
    '~ p',
    ':root &',
  ])
})
