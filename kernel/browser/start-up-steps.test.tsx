// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { parse } from 'yaml'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKernel } from './create-kernel.ts'
import { planPlugin } from './plan-plugin.testing.ts'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import { createWebStorage } from './platform/browser-platform.ts'
import { startUp } from './start-up.ts'
import { createSteps } from './start-up-steps.tsx'

// Scripts are loaded and drawn in real time, which a busy machine has little of.

const browser = window as Window & typeof globalThis
const english = parse(readFileSync('locales/en.yml', 'utf8')) as Record<string, unknown>
const home = planPlugin('home', {
  contributes: {
    routes: [
      { id: 'home', path: '/', area: 'public', module: 'home', title: 'Home', wellKnown: 'home', bare: true },
    ],
  },
})

const Crash = () => {
  throw new Error('the whole application')
}

const undos: (() => void)[] = []

/** The start as `main.tsx` makes it, over a network, clock and address in memory. */
const setUp = ({
  body = '<div id="app"></div>',
  url = 'https://dash.example.com/',
  plugin = home,
  load = async () => ({ default: () => <h1>Dashboard</h1> }),
  cookies = {},
}: {
  body?: string
  url?: string
  plugin?: typeof home
  load?: () => Promise<{ default: () => ReactNode }>
  cookies?: Readonly<Record<string, string>>
} = {}) => {
  document.body.innerHTML = body
  const platform = {
    ...createMemoryPlatform({ url, cookies }),
    storage: createWebStorage(() => browser.localStorage),
  }
  const kernel = createKernel({
    platform,
    chunks: { en: async () => ({ default: english }) },
    modules: {
      builtin: { home: { home: async () => ({ default: () => <h1>Welcome</h1> }), dashboard: load } },
      isListed: () => true,
      importModule: () => Promise.reject(new Error('none')),
    },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  const done: string[] = []
  kernel.bus.on('core', 'beforeAccessCheck', () => void done.push('access check'))
  const plan = { version: 1, plugins: [plugin], settings: {}, safeMode: false }
  const shipped = createSteps(
    browser,
    kernel,
    { plan },
    {
      succeeded: () => undefined,
      failed: () => undefined,
    },
  )
  const steps = {
    ...shipped,
    startListeners: () => {
      const stop = shipped.startListeners()
      undos.push(stop)
      return stop
    },
    mount: () => void undos.push(shipped.mount()),
  }
  /** Draws frames until the start has ended: it also waits for scripts, which do not follow this clock. */
  const finish = async (starting: Promise<void>) => {
    let isDone = false
    void starting.then(() => {
      isDone = true
    })
    await vi.waitFor(async () => {
      await platform.clock.advance(20)
      expect(isDone).toBe(true)
    })
  }
  const start = async () => {
    const starting = startUp(kernel, steps)
    // No script runs here, so the start goes on without it after three seconds.
    await platform.clock.advance(3000)
    await finish(starting)
  }
  return { kernel, platform, done, steps, start, finish }
}

const customScripts = () =>
  [...document.head.querySelectorAll('script')].map((script) => script.getAttribute('src'))

beforeEach(() => {
  // React reports an uncaught error to the root's own handler only outside `act`.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = vi.fn()
      unobserve = vi.fn()
      disconnect = vi.fn()
    },
  )
  browser.scrollTo = vi.fn()
  document.head.replaceChildren()
})
afterEach(() => {
  for (const undo of undos.splice(0)) undo()
  browser.localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('[STA1][STA2][CALL7] the shipped start loads the script of the operator, then checks the access', async () => {
  const { done, kernel, platform, steps, finish } = setUp()
  const starting = startUp(kernel, steps)
  await platform.clock.advance(2999)
  expect([customScripts(), done]).toEqual([['/api/system/custom.js'], []])
  document.head.querySelector('script')?.dispatchEvent(new Event('load'))
  await platform.clock.advance(0)
  expect(done).toEqual(['access check'])
  await finish(starting)
})

it('[STA5][STA6][LOC1] the listeners of the shipped start run before the first plugin is installed', async () => {
  const { kernel, start } = setUp({ body: '<div id="app"></div><img data-src="/picture.png">' })
  const found: unknown[] = []
  kernel.bus.on('core', 'pluginStateChanged', ({ plugin }) => {
    browser.localStorage.setItem(
      'ui-settings',
      JSON.stringify({ theme: 'dark', performance: { lazyLoading: false } }),
    )
    browser.dispatchEvent(new StorageEvent('storage', { key: 'ui-settings' }))
    // Only this kernel counts: listeners of other tests still run in the same document.
    found.push([
      plugin,
      kernel.uiSettings.getState().theme,
      document.querySelector('img')?.getAttribute('src'),
    ])
  })
  await start()
  expect(found).toEqual([['home', 'dark', '/picture.png']])
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeTruthy()
})

it('[LOC2][CON7] the shipped start applies a change of this tab 10 ms later', async () => {
  browser.localStorage.setItem('ui-settings', '{"theme":"dark"}')
  const { platform, start } = setUp()
  await start()
  browser.localStorage.setItem('ui-settings', '{"theme":"light"}')
  await platform.clock.advance(9)
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await platform.clock.advance(1)
  expect(document.documentElement.dataset['theme']).toBe('light')
})

it('[UID19] the shipped start loads the dashboard once someone types at the log-in', async () => {
  const page = { area: 'guest', module: 'home', title: 'Log in', wellKnown: 'login', bare: true } as const
  const next = { area: 'user', module: 'dashboard', title: 'Home', wellKnown: 'home' } as const
  const load = vi.fn(async () => ({ default: () => <h1>Dashboard</h1> }))
  const { start } = setUp({
    url: 'https://dash.example.com/auth/login',
    plugin: planPlugin('home', {
      contributes: {
        // The log-in must not be at the root: it would lead to the dashboard, and that to the log-in again.
        routes: [
          { ...page, id: 'log-in', path: '/auth/login' },
          { ...next, id: 'dashboard', path: '/dashboard' },
        ],
      },
    }),
    load,
  })
  await start()
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeTruthy()
  expect(load).not.toHaveBeenCalled()
  document.dispatchEvent(new Event('input'))
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
})

it('[NAV8] the shipped start takes the scroll position over from the browser', async () => {
  browser.history.scrollRestoration = 'auto'
  const { start } = setUp()
  await start()
  expect(browser.history.scrollRestoration).toBe('manual')
})

it('[STA6] the shipped start collects the routes once and evaluates the first visit once', async () => {
  browser.localStorage.setItem('user_permissions', '["staff"]')
  const page = { id: 'home', path: '/', area: 'admin', permission: 'staff', module: 'home' } as const
  const { kernel, start } = setUp({
    cookies: { user_token: 'x' },
    plugin: planPlugin('home', {
      contributes: { routes: [{ ...page, title: 'Home', wellKnown: 'home', bare: true }] },
    }),
  })
  const asked: string[] = []
  kernel.bus.on('core', 'registerAdminPage', () => void asked.push('routes'))
  kernel.bus.on('core', 'resolvePermission', (permission) => void asked.push(permission))
  await start()
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeTruthy()
  expect(asked).toEqual(['routes', 'staff'])
})

const fallback = 'Application ErrorSorry, something went wrong. Please try refreshing the page.'

it('[STA8][OVL12][ERR8] the shipped start shows the fallback screen when there is nothing to mount on', async () => {
  const { start } = setUp({ body: '<p>half a page</p>' })
  await start()
  expect(document.body.textContent).toBe(fallback)
})

it('[STA8][OVL12][ERR8] the shipped start shows the fallback screen when the application fails while drawing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { kernel, start } = setUp()
  // Drawn by the kernel itself, so that no boundary of a plugin catches it.
  kernel.routeRegistry.wellKnown = Crash
  await start()
  await vi.waitFor(() => expect(document.getElementById('app')?.textContent).toBe(fallback))
})
