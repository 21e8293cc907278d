import { expect, it } from 'vitest'
import { createKernel } from './create-kernel.ts'
import { planPlugin } from './plan-plugin.testing.ts'
import { createMemoryPlatform } from './platform/memory-platform.ts'

const acme = planPlugin('acme', {
  contributes: {
    routes: [{ id: 'home', path: '/home', area: 'user', module: 'home', title: '%title%' }],
  },
})

it('gives pages their titles as soon as somebody has logged in, whose words the log-in page did without', async () => {
  const kernel = createKernel({
    platform: createMemoryPlatform({
      fetch: async () =>
        Response.json({ success: true, user_info: {}, billing: {}, stats: {}, permissions: [] }),
    }),
    chunks: {
      en: async () => ({ default: {} }),
      'en-home': async () => ({ default: { acme: { title: 'At home' } } }),
    },
    modules: { builtin: {}, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  const titles = () => kernel.host.routes.getState().map(({ title }) => title)
  await kernel.messages.start()
  kernel.apply({ version: 1, plugins: [acme], settings: {}, safeMode: false })
  expect(titles()).not.toContain('At home')
  await kernel.host.refreshSession('login')
  expect(titles()).toContain('At home')
})
