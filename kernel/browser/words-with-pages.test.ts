import { expect, it } from 'vitest'
import { createKernel } from './create-kernel.ts'
import { planPlugin } from './plan-plugin.testing.ts'
import { addedPlugins } from '../packages/browser/added-plugins.ts'
import { createMemoryPlatform } from './platform/memory-platform.ts'

const page = { id: 'page', module: 'page', title: '%title%' }

const shop = planPlugin('shop', {
  contributes: { routes: [{ ...page, path: '/shop', area: 'user' }] },
})
const staff = planPlugin('staff', {
  contributes: {
    adminPages: [{ ...page, path: '/staff', area: 'admin', permission: 'staff' }],
  },
})
const brought = planPlugin('brought', { kind: 'plugin', modules: { page: '/page.js' } })

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
    loadAdded: async () => addedPlugins,
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
