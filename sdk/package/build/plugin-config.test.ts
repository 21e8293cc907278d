import { expect, it } from 'vitest'
import { pluginBrowserConfig, pluginServerConfig } from './plugin-config.ts'

const plugin = { id: 'acme', folder: '/acme', outDir: '/acme/dist', root: '/' }

it('does not print timings of the bundler, which look like warnings on a busy machine', () => {
  const configs = [
    pluginBrowserConfig({ ...plugin, modules: { page: 'page.tsx' } }),
    pluginServerConfig({ ...plugin, server: 'server/index.ts' }),
  ]
  const checks = configs.map(({ build }) => build?.rolldownOptions?.checks)
  expect(checks).toEqual([{ bundlerTimings: false }, { bundlerTimings: false }])
})
