// @vitest-environment jsdom
import { Slot, useHost } from '@spawnpoint/sdk/browser'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { App } from '../../kernel/browser/app/app.tsx'
import { createKernel } from '../../kernel/browser/create-kernel.ts'
import type { MemoryClock } from '../../sdk/testing/memory-clock.ts'
import { planPlugin } from '../../kernel/browser/plan-plugin.testing.ts'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import { createAddedPlugins } from '../../kernel/packages/browser/added-plugins.ts'
import type { Plan, PlanPlugin } from '../../kernel/common/plan.ts'
import { measureHeap } from '../support/measure-heap.ts'

const HOUR = 3_600_000
const page = { area: 'user' as const, module: 'page', bare: true }

const base = planPlugin('base', {
  contributes: {
    routes: [{ ...page, id: 'home', path: '/dashboard', title: 'Home', wellKnown: 'home' }],
  },
})

const folder = '/assets/plugins/extra/1a/'
const tab = { id: 'tab', title: 'Tab', module: 'part' }
const extra = planPlugin('extra', {
  kind: 'plugin',
  capabilities: ['notify', 'session.profile'],
  integrity: {},
  modules: { page: `${folder}page.js`, part: `${folder}part.js` },
  contributes: {
    routes: [{ ...page, id: 'extra', path: '/p/extra', title: 'Extra' }],
    adminPages: [
      { ...page, id: 'staff', path: '/mc-admin/x/extra', area: 'admin', permission: 'x', title: 'Staff' },
    ],
    nav: [{ area: 'user', route: 'extra', label: 'Extra' }],
    slots: [{ slot: 'dashboard.before', module: 'part' }],
    widgets: [{ ...tab, size: 'small' }],
    debugTabs: [tab],
    customisationTabs: [tab],
    commands: [{ id: 'open', title: 'Open', route: 'extra' }],
  },
})

/** Everything that a plugin can make through its host, and nothing of it cleaned up by itself. */
const Extra = () => {
  const host = useHost()
  useEffect(() => {
    for (const store of [host.location, host.locale, host.settings, host.session, host.routes])
      store.subscribe(() => undefined)
    host.clock.setTimeout(() => undefined, HOUR)
    host.notify.toast({ title: 'Extra says hello' })
  }, [host])
  return <h1>Page extra</h1>
}
const Part = () => <p>Part of extra</p>
const Home = () => (
  <>
    <h1>Page home</h1>
    <Slot name="dashboard.before" />
  </>
)

/** As a built module does when it runs, which is once. */
function bringStyles() {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: `${folder}page.css` })
  link.dataset['plugin'] = 'extra'
  document.head.append(link)
}

/** Counts active listeners and pending timers. */
function createCounts() {
  const counts = { subscribers: 0, timers: 0, listeners: 0 }
  const { prototype } = EventTarget
  const { addEventListener: add, removeEventListener: remove } = prototype
  vi.spyOn(prototype, 'addEventListener').mockImplementation(function count(this: EventTarget, ...input) {
    if (this === window || this === document) counts.listeners += 1
    return add.apply(this, input)
  })
  vi.spyOn(prototype, 'removeEventListener').mockImplementation(function count(this: EventTarget, ...input) {
    if (this === window || this === document) counts.listeners -= 1
    return remove.apply(this, input)
  })
  return {
    counts,
    watch(store: { subscribe: (listener: () => void) => () => void }) {
      const { subscribe } = store
      store.subscribe = (listener) => {
        const undo = subscribe(listener)
        counts.subscribers += 1
        return () => {
          counts.subscribers -= 1
          undo()
        }
      }
    },
  }
}

/** The clock, and the timers that it still holds. */
function countTimers(memory: MemoryClock) {
  const pending = new Set<number>()
  const clock = {
    ...memory,
    setTimeout: (run: () => void, ms: number) => {
      const timer = memory.setTimeout(() => {
        pending.delete(timer)
        run()
      }, ms)
      pending.add(timer)
      return timer
    },
    clearTimeout: (timer: number) => {
      pending.delete(timer)
      memory.clearTimeout(timer)
    },
  }
  return { clock, pending }
}

async function openTab() {
  const { counts, watch } = createCounts()
  const platform = createMemoryPlatform({
    url: 'https://dash.example.com/dashboard',
    cookies: { user_token: 'x' },
    fetch: async () =>
      Response.json({ success: true, user_info: {}, billing: {}, stats: {}, permissions: ['admin.root'] }),
  })
  const { clock, pending } = countTimers(platform.clock)
  let first = true
  const kernel = createKernel({
    platform: { ...platform, clock },
    chunks: { en: async () => ({ default: {} }) },
    modules: {
      builtin: { base: { page: async () => ({ default: Home }) } },
      isListed: () => true,
      importModule: async (url) => {
        if (first) bringStyles()
        first = false
        return { default: url.endsWith('page.js') ? Extra : Part }
      },
    },
    loadAdded: async (...given) => createAddedPlugins(...given, document),
    showDialog: async () => undefined,
    log: () => undefined,
  })
  const { host, registry } = kernel
  for (const store of [host.location, host.locale, host.settings, host.session, host.routes, registry.plan])
    watch(store)
  await kernel.messages.start()
  return { kernel, platform, counts, pending }
}

type Tab = Awaited<ReturnType<typeof openTab>>

async function measure({ kernel, counts, pending }: Tab) {
  return {
    heap: await measureHeap(),
    exact: {
      ...counts,
      timers: pending.size,
      taps: kernel.bus.inspect().reduce((sum, { taps }) => sum + taps.length, 0),
      routes: kernel.host.routes.getState().length,
      styles: document.querySelectorAll('style, link').length,
      stylesInUse: [...document.querySelectorAll('link')].filter(({ disabled }) => !disabled).length,
      elements: document.querySelectorAll('*').length,
    },
  }
}

let version = 0
const planOf = (...plugins: readonly PlanPlugin[]): Plan => ({
  version: (version += 1),
  // As it arrives: nothing of an earlier plan is the same object.
  plugins: structuredClone(plugins),
  settings: {},
  safeMode: false,
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('[RTP5] a tab is as it was after fifty changes of its plan', async () => {
  window.scrollTo = () => undefined
  const tab = await openTab()
  const { kernel, platform, pending } = tab
  kernel.apply(planOf(base))
  await kernel.session.start()
  await act(async () => void render(<App kernel={kernel} />))
  const go = (path: string, text: string) =>
    waitFor(async () => {
      await act(async () => {
        if (platform.address.url().pathname !== path) kernel.host.navigate(path)
        await platform.clock.advance(200)
      })
      expect(screen.getByText(text)).toBeTruthy()
    })
  const cycle = async () => {
    await act(async () => kernel.apply(planOf(base, extra)))
    expect(await screen.findByText('Part of extra')).toBeTruthy()
    await go('/p/extra', 'Page extra')
    expect(pending.size).toBeGreaterThan(0)
    await act(async () => kernel.apply(planOf(base)))
    await go('/dashboard', 'Page home')
    expect(screen.queryByText('Part of extra')).toBeNull()
  }
  for (let time = 0; time < 100; time += 1) await cycle()
  const before = await measure(tab)
  for (let time = 0; time < 50; time += 1) await cycle()
  const after = await measure(tab)
  expect(before.exact).toMatchObject({ styles: 1, stylesInUse: 0 })
  expect(after.exact).toEqual(before.exact)
  expect(after.heap - before.heap).toBeLessThan(1)
})
