import type { HookBus } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import manifest from '../manifest.ts'
import boot from './boot.ts'
import { sessionCount } from './session-count.ts'

interface Added {
  readonly path?: string
  readonly module: string
}

it('[HEL5] taps hooks, and adds pages and a tab whose modules the manifest names', () => {
  const taps = new Map<string, (given: unknown) => unknown>()
  const on = (name: string, tap: (given: unknown) => unknown) => void taps.set(name, tap)
  boot({ on } as unknown as HookBus)
  const added = ['registerRoutes', 'registerAdminPage', 'registerDebugTab'].flatMap((name) => {
    const entries: Added[] = []
    taps.get(name)?.({ add: (entry: Added) => entries.push(entry) })
    return entries
  })
  expect(added.map(({ path }) => path)).toEqual(['/p/hello/about', '/mc-admin/x/hello/about', undefined])
  for (const { module } of added) expect(manifest.modules).toHaveProperty(module)
  taps.get('afterSession')?.({})
  expect(sessionCount.getState()).toEqual({ answers: 1 })
})

it('[HEL10] leads an address of before to the page of today', async () => {
  const taps = new Map<string, (given: unknown) => unknown>()
  boot({
    on: (name: string, tap: (given: unknown) => unknown) => void taps.set(name, tap),
  } as unknown as HookBus)
  const ask = taps.get('beforeNavigate')
  expect([await ask?.('/p/hello/hi'), await ask?.('/p/hello')]).toEqual([{ redirect: '/p/hello' }, undefined])
})
