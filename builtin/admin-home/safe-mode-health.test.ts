import type { PluginsService } from '@spawnpoint/sdk/server'
import { expect, it } from 'vitest'
import { checkPlugins } from './server/check-running.ts'

it('[ADH19] the line of the plugins warns while safe mode keeps installed ones off', async () => {
  const plugins = (isSafe: boolean) => ({
    list: () => Promise.resolve([]),
    safeMode: () =>
      isSafe ? ({ failedStarts: 2 } as unknown as ReturnType<PluginsService['safeMode']>) : null,
  })
  expect(await checkPlugins(plugins(true))).toMatchObject({ status: 'warning', code: 'safeMode' })
  expect(await checkPlugins(plugins(false))).toMatchObject({ status: 'healthy' })
})
