// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createKernel } from '../create-kernel.ts'
import { planPlugin } from '../plan-plugin.testing.ts'
import { startHomePreload } from './preload-page.ts'

const routes = [
  { id: 'log-in', path: '/auth/login', area: 'guest', module: 'form', title: 'Log in', wellKnown: 'login' },
  { id: 'home', path: '/dashboard', area: 'user', module: 'home', title: 'Home', wellKnown: 'home' },
  { id: 'terms', path: '/terms', area: 'public', module: 'form', title: 'Terms' },
] as const

const undos: (() => void)[] = []
afterEach(() => {
  for (const undo of undos.splice(0)) undo()
})

/** A visitor at an address, and what typing there has loaded so far. */
const visitor = (path: string, performance: object = {}) => {
  const loaded: string[] = []
  const load = (name: string) => async () => {
    loaded.push(name)
    return { default: () => null }
  }
  const platform = createMemoryPlatform({
    url: `https://dash.example.com${path}`,
    storage: { 'ui-settings': JSON.stringify({ performance }) },
  })
  const kernel = createKernel({
    platform,
    chunks: { en: async () => ({ default: {} }) },
    modules: {
      builtin: { base: { form: load('form'), home: load('dashboard') } },
      isListed: () => true,
      importModule: () => Promise.reject(new Error('none')),
    },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  kernel.apply({
    version: 1,
    plugins: [planPlugin('base', { contributes: { routes } })],
    settings: {},
    safeMode: false,
  })
  undos.push(startHomePreload(document, kernel, load('frame')))
  const type = async () => {
    document.dispatchEvent(new Event('input'))
    // Code loads after the messages that it needs.
    await platform.clock.advance(0)
    return loaded
  }
  return { kernel, type }
}

it('[UID19] typing at the log-in loads the dashboard and its frame, once', async () => {
  const { type } = visitor('/auth/login')
  expect(await type()).toEqual(['frame', 'dashboard'])
  expect(await type()).toEqual(['frame', 'dashboard'])
})

it('[UID19] loads nothing while that is off, until it is on', async () => {
  const { kernel, type } = visitor('/auth/login', { preloadCritical: false })
  expect(await type()).toEqual([])
  const settings = kernel.uiSettings.getState()
  kernel.uiSettings.setState({ ...settings, performance: { ...settings.performance, preloadCritical: true } })
  expect(await type()).toEqual(['frame', 'dashboard'])
})

it('[UID19] loads nothing on other pages, and still does at a log-in that comes later', async () => {
  const { kernel, type } = visitor('/terms')
  expect(await type()).toEqual([])
  kernel.navigation.enter('/auth/login')
  expect(await type()).toEqual(['frame', 'dashboard'])
})
