import { expect, it } from 'vitest'
import { createKernel } from './create-kernel.ts'
import { createMemoryPlatform } from './platform/memory-platform.ts'

const nothing = {
  routes: [],
  nav: [],
  adminPages: [],
  slots: [],
  widgets: [],
  debugTabs: [],
  customisationTabs: [],
  commands: [],
} as const

const page = { id: 'page', module: 'page', title: '%title%' } as const

const aPlugin = (id: string, over = {}) => ({
  id,
  version: '1.0.0',
  title: id,
  kind: 'builtin' as const,
  removable: true,
  contributes: nothing,
  boot: null,
  modules: {},
  locales: {},
  labels: {},
  ...over,
})

const shop = aPlugin('shop', {
  contributes: { ...nothing, routes: [{ ...page, path: '/shop', area: 'user' as const }] },
})
const staff = aPlugin('staff', {
  contributes: {
    ...nothing,
    adminPages: [{ ...page, path: '/staff', area: 'admin' as const, permission: 'staff' }],
  },
})
const brought = aPlugin('brought', { kind: 'plugin' as const, modules: { page: '/page.js' } })

const words = (id: string) => async () => ({ default: { [id]: { text: `${id} text` } } })

const setUp = () => {
  const drawn = async () => ({ default: () => null })
  const kernel = createKernel({
    platform: createMemoryPlatform(),
    chunks: {
      en: words('first'),
      'en-home': async () => ({
        ...(await words('home')()),
        later: { en_shop: words('shop'), en_staff: words('staff') },
      }),
      'en-resource': words('resource'),
    },
    modules: {
      builtin: { shop: { page: drawn }, staff: { page: drawn } },
      laterWords: ['shop', 'staff'],
      isListed: () => true,
      importModule: drawn,
    },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  kernel.apply({ version: 1, plugins: [shop, staff, brought], settings: {}, safeMode: false })
  return {
    load: (plugin: Parameters<typeof kernel.load>[0]) => kernel.load(plugin, 'page'),
    here: () => ['home', 'shop', 'staff', 'resource'].filter((each) => kernel.messages.has(each, 'text')),
  }
}

it.each([
  [shop, ['home', 'shop']],
  [staff, ['home', 'staff', 'resource']],
  [brought, ['resource']],
])('brings with a page of $id the words that it needs, and no others', async (plugin, needed) => {
  const { load, here } = setUp()
  await load(plugin)
  expect(here()).toEqual(needed)
})
