import { expect, it, vi } from 'vitest'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import { createKernel } from './create-kernel.ts'
import { createSettingsCache } from './settings-cache.ts'

const key = 'spawnpoint_settings_cache'
const minutes = (count: number) => count * 60_000

const setUp = (stored?: unknown, isCaching = true) => {
  const platform = createMemoryPlatform({
    ...(stored !== undefined && {
      storage: { [key]: typeof stored === 'string' ? stored : JSON.stringify(stored) },
    }),
    fetch: async () => Response.json({ success: true, settings: { app_name: 'Fetched' } }),
  })
  const onChange = vi.fn()
  return {
    platform,
    onChange,
    create: () => createSettingsCache(platform, { onChange, isCaching: () => isCaching }),
  }
}

it('[CON5] serves from the cache while it is younger than 30 minutes', async () => {
  const { platform, create } = setUp({ value: { app_name: 'Cached' }, timestamp: 0 })
  await platform.clock.advance(minutes(30) - 1)
  expect(create().values.getState()).toEqual({ app_name: 'Cached' })
})

it('takes nothing from an older cache, from the future, or from something broken', async () => {
  const old = setUp({ value: { app_name: 'Cached' }, timestamp: 0 })
  await old.platform.clock.advance(minutes(30))
  expect(old.create().values.getState()).toEqual({})
  expect(
    setUp({ value: { a: 1 }, timestamp: 5 })
      .create()
      .values.getState(),
  ).toEqual({})
  expect(setUp('{"value":').create().values.getState()).toEqual({})
})

it('[CON5] keeps what it accepts with the time, and tells which keys changed', () => {
  const { platform, onChange, create } = setUp()
  const cache = create()
  cache.accept({ app_name: 'A', store_enabled: true })
  cache.accept({ app_name: 'A', store_enabled: false })
  expect(onChange.mock.calls).toEqual([[['app_name', 'store_enabled']], [['store_enabled']]])
  expect(JSON.parse(platform.storage.get(key) ?? '')).toEqual({
    value: { app_name: 'A', store_enabled: false },
    timestamp: 0,
  })
})

it('[UID25] keeps nothing while caching is switched off, and drops what was kept before', () => {
  const { platform, create } = setUp({ value: { app_name: 'Cached' }, timestamp: 0 }, false)
  create().accept({ app_name: 'A' })
  expect(platform.storage.get(key)).toBeNull()
})

it('[UID25] the kernel asks the switch of the performance settings, each time', () => {
  const platform = createMemoryPlatform({
    storage: { 'ui-settings': '{"performance":{"enableCaching":false}}' },
  })
  const kernel = createKernel({
    platform,
    chunks: { en: async () => ({ default: {} }) },
    modules: { builtin: {}, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  kernel.settings.accept({ app_name: 'A' })
  expect(platform.storage.get(key)).toBeNull()
  const settings = kernel.uiSettings.getState()
  kernel.uiSettings.setState({ ...settings, performance: { ...settings.performance, enableCaching: true } })
  kernel.settings.accept({ app_name: 'A' })
  expect(platform.storage.get(key)).toContain('"app_name":"A"')
})

it('fetches afresh on request', async () => {
  const cache = setUp().create()
  await cache.refresh()
  expect(cache.values.getState()).toEqual({ app_name: 'Fetched' })
})
