import { createStore } from '@spawnpoint/sdk/browser'
import { expect, it, vi } from 'vitest'
import type { Plan, PlanPlugin } from '../../common/plan.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { guardStyles } from './guard-styles.ts'

const plugin = (id: string, more: Partial<PlanPlugin> = {}): PlanPlugin =>
  // The fields that the guard reads.
  ({ id, kind: 'plugin', modules: { page: 'page.js' }, ...more }) as unknown as PlanPlugin

const rule = (text: string) => ({ cssText: text }) as CSSRule

/** jsdom has no adopted sheets, and no rules that keep their identity. */
const aHolder = (cssRules: CSSRule[]) => ({
  cssRules,
  insertRule: (text: string, at = 0) => void cssRules.splice(at, 0, rule(text)),
  deleteRule: (at: number) => void cssRules.splice(at, 1),
})
const aSheet = (...texts: string[]) => ({ ...aHolder(texts.map(rule)), disabled: false })

const aStyleRule = (selectorText: string, cssText: string) =>
  // The members of a rule that the guard reads.
  ({ selectorText, style: { cssText }, cssText: `${selectorText} { ${cssText} }` }) as unknown as CSSStyleRule

function setUp(...plugins: PlanPlugin[]) {
  const plan = createStore<Plan>(() => ({ version: 1, plugins, settings: {}, safeMode: false }))
  const own = aSheet('a { color: red }', 'b { color: blue }')
  const theme = aSheet()
  const page = {
    adoptedStyleSheets: [theme] as unknown as CSSStyleSheet[],
    styleSheets: [own] as unknown as StyleSheetList & CSSStyleSheet[],
    addEventListener: vi.fn(),
  }
  const platform = createMemoryPlatform()
  const gate = { reportFault: vi.fn() }
  const log = vi.fn()
  guardStyles(page, { registry: { plan }, gate, platform, log })
  return {
    page,
    own,
    theme,
    gate,
    log,
    run: (next: readonly PlanPlugin[]) => plan.setState({ ...plan.getState(), plugins: next }, true),
    wait: () => platform.clock.advance(1_000),
    texts: () => own.cssRules.map(({ cssText }) => cssText),
  }
}

const before = ['a { color: red }', 'b { color: blue }']

it('[ISO16] takes away sheets and rules that a script of a plugin put over the page, and names it', async () => {
  const { page, own, theme, gate, wait, texts } = setUp(plugin('acme'))
  page.adoptedStyleSheets = [
    ...page.adoptedStyleSheets,
    aSheet('* { display: none }') as unknown as CSSStyleSheet,
  ]
  own.insertRule('* { display: none }')
  own.insertRule('body { display: none }', 2)
  await wait()
  expect(page.adoptedStyleSheets).toEqual([theme])
  expect(texts()).toEqual(before)
  expect(gate.reportFault).toHaveBeenCalledExactlyOnceWith('acme', 'styles', expect.any(Error))
  await wait()
  expect(gate.reportFault).toHaveBeenCalledOnce()
})

it('[ISO16] undoes what a script does within the rules of the page, and puts back what it took', async () => {
  const { own, gate, wait, run, texts } = setUp()
  const [body, card] = [aStyleRule('body', 'opacity: 1'), aStyleRule('.card', 'color: red')]
  const layer = Object.assign(aHolder([body, card]), { cssText: '@layer' })
  own.cssRules.push(layer as unknown as CSSRule)
  run([plugin('acme')])
  layer.insertRule('body { display: none }', 2)
  await wait()
  expect(layer.cssRules).toEqual([body, card])
  // As many rules as before.
  own.deleteRule(0)
  own.insertRule('* { display: none }')
  await wait()
  expect(texts()).toEqual([...before, '@layer'])
  body.style.cssText = 'display: none'
  card.selectorText = '*'
  own.disabled = true
  await wait()
  expect([body.style.cssText, card.selectorText, own.disabled]).toEqual(['opacity: 1', '.card', false])
  await wait()
  expect(gate.reportFault).toHaveBeenCalledTimes(3)
})

it('[ISO16] looks past a sheet that nobody may read, such as one of an extension', async () => {
  const { own, page, run, wait, texts } = setUp()
  const closed = {
    get cssRules(): CSSRuleList {
      throw new DOMException('no access', 'SecurityError')
    },
  }
  page.styleSheets = [closed, own] as unknown as StyleSheetList & CSSStyleSheet[]
  run([plugin('acme')])
  own.insertRule('* { display: none }')
  await wait()
  expect(texts()).toEqual(before)
})

it('[ISO16] accuses none of several', async () => {
  const { own, gate, log, wait, texts } = setUp(plugin('acme'), plugin('other'))
  own.insertRule('* { display: none }')
  await wait()
  expect(texts()).toEqual(before)
  expect(gate.reportFault).not.toHaveBeenCalled()
  expect(String(log.mock.calls[0]?.[1])).toContain('acme, other')
})

it.each([
  ['a plugin that may do so runs', [plugin('acme'), plugin('theme', { capabilities: ['custom-css'] })]],
  ['none runs in the page', [plugin('framed', { isolated: true }), plugin('ours', { kind: 'builtin' })]],
])('[ISO16] leaves styles alone while %s', async (_when, plugins) => {
  const { own, page, wait, texts, run, gate } = setUp(...plugins)
  own.insertRule('* { display: none }')
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, aSheet('p {}') as unknown as CSSStyleSheet]
  await wait()
  expect(texts()).toHaveLength(3)
  // Whatever stands there when a plugin comes is not its doing.
  run([plugin('acme')])
  await wait()
  expect(page.adoptedStyleSheets).toHaveLength(2)
  expect([texts().length, gate.reportFault.mock.calls]).toEqual([3, []])
})

const styled = (selectorText: string) => ({ selectorText, cssText: `${selectorText} { display: none }` })

it('[ISO16] takes rules that reach beyond a plugin out of its stylesheet as soon as that is there', () => {
  const sheet = Object.assign(aSheet(), {
    href: 'https://dash.example.com/assets/plugins/acme/1a2b/browser/page.css',
  })
  const { page, gate } = setUp(plugin('acme'), plugin('theme', { capabilities: ['custom-css'] }))
  sheet.cssRules.push(...(['.acme-card', 'body', '.acme-card, .sp-card'].map(styled) as unknown as CSSRule[]))
  const theirs = Object.assign(aSheet('body { display: none }'), {
    href: '/assets/plugins/theme/1a2b/page.css',
  })
  const product = Object.assign(aSheet('body { margin: 0 }'), { href: '/assets/index-1a2b.css' })
  page.styleSheets = [product, sheet, theirs] as unknown as StyleSheetList & CSSStyleSheet[]
  const [name, hear, isCapturing] = page.addEventListener.mock.calls[0] ?? []
  expect([name, isCapturing]).toEqual(['load', true])
  hear()
  hear()
  expect(sheet.cssRules.map(({ cssText }) => cssText)).toEqual(['.acme-card { display: none }'])
  expect([theirs.cssRules.length, product.cssRules.length]).toEqual([1, 1])
  expect(gate.reportFault.mock.calls).toEqual([
    [
      'acme',
      'styles',
      expect.objectContaining({ message: expect.stringContaining('body; .acme-card, .sp-card') }),
    ],
  ])
})
