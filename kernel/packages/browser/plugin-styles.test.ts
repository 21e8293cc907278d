// @vitest-environment jsdom
import { createStore } from '@spawnpoint/sdk/browser'
import { expect, it } from 'vitest'
import type { Plan, PlanPlugin } from '../../common/plan.ts'
import { followPluginStyles } from './plugin-styles.ts'

const build = (hash: string): PlanPlugin =>
  // Only what styles are followed by.
  ({ id: 'acme', modules: { page: `/assets/plugins/acme/${hash}/browser/page.js` } }) as unknown as PlanPlugin

it('leaves out the stylesheets of a plugin that is off, and those of a build that another has replaced', () => {
  const plan = createStore<Plan>(() => ({ version: 0, plugins: [], settings: {}, safeMode: false }))
  const find = (id: string) => plan.getState().plugins.find((plugin) => plugin.id === id) ?? null
  const run = (plugins: readonly PlanPlugin[]) => plan.setState({ ...plan.getState(), plugins }, true)
  const links = ['1a', '2b'].map((hash) => {
    const link = document.createElement('link')
    link.dataset['plugin'] = 'acme'
    link.href = `/assets/plugins/acme/${hash}/browser/page.css`
    document.head.append(link)
    return link
  })
  const inUse = () => links.map(({ disabled }) => !disabled)
  followPluginStyles(document, { plan, find })
  run([build('1a')])
  expect(inUse()).toEqual([true, false])
  run([build('2b')])
  expect(inUse()).toEqual([false, true])
  run([])
  expect(inUse()).toEqual([false, false])
  run([build('2b')])
  expect(inUse()).toEqual([false, true])
})
