import { expect, it } from 'vitest'
import { createKernel } from '../create-kernel.ts'
import { planPlugin } from '../plan-plugin.testing.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { preloadPage } from './preload-page.ts'

const page = { module: 'page', title: 'Page' }
const pages = planPlugin('pages', {
  contributes: {
    routes: [
      { ...page, id: 'own', path: '/own', area: 'user' },
      { ...page, id: 'bare', path: '/bare', area: 'user', bare: true },
      { ...page, id: 'guest', path: '/guest', area: 'guest' },
    ],
    adminPages: [{ ...page, id: 'staff', path: '/staff', area: 'admin', permission: 'staff' }],
  },
})
const notices = planPlugin('notices', {
  contributes: {
    slots: [
      { slot: 'shell.notice', module: 'all' },
      { slot: 'admin.banner', module: 'staff' },
      { slot: 'dashboard.before', module: 'elsewhere' },
    ],
  },
})
const brought = planPlugin('brought', {
  kind: 'plugin',
  contributes: { slots: [{ slot: 'shell.notice', module: 'own' }] },
  modules: { own: '/own.js' },
})

const setUp = () => {
  const loaded: string[] = []
  const module = (name: string) => async () => {
    loaded.push(name)
    return { default: () => null }
  }
  const kernel = createKernel({
    platform: createMemoryPlatform(),
    chunks: { en: async () => ({ default: {} }), 'en-home': async () => ({ default: {} }) },
    modules: {
      builtin: {
        pages: { page: module('page') },
        notices: { all: module('all'), staff: module('staff'), elsewhere: module('elsewhere') },
      },
      isListed: () => true,
      importModule: (url) => module(url)(),
    },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  kernel.apply({ version: 1, plugins: [pages, notices, brought], settings: {}, safeMode: false })
  return { kernel, loaded }
}

it.each([
  ['/own', ['page', 'all']],
  ['/staff', ['page', 'all', 'staff']],
  ['/bare', ['page']],
  ['/guest', ['page']],
])('fetches with %s the notices of the product that stand above it', async (path, expected) => {
  const { kernel, loaded } = setUp()
  await preloadPage(kernel, kernel.routeRegistry.match(path))
  expect(loaded).toEqual(expected)
})
