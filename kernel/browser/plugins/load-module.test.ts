import { expect, it, vi } from 'vitest'
import type { PlanPlugin } from '../../common/plan.ts'
import { createMemoryPlatform } from '../platform/memory-platform.ts'
import { loadModule, type ModuleDoors } from './load-module.ts'

const url = '/assets/plugins/acme/1a/page.js'
const integrity = 'sha384-abc'
// Only what loading reads of a plan's plugin.
const acme = { id: 'acme', modules: { page: url }, integrity: { [url]: integrity } } as unknown as PlanPlugin
const builtin = { id: 'store', modules: { page: '' } } as unknown as PlanPlugin

const setUp = (over: Partial<ModuleDoors> = {}, status = 200) => {
  const fetch = vi.fn(async () => new Response('', { status }))
  const platform = createMemoryPlatform({ fetch })
  const doors: ModuleDoors = {
    builtin: { store: { page: async () => ({ default: 'the page' }) } },
    platform,
    isListed: () => false,
    importModule: vi.fn(async () => ({ default: 'a plugin page' })),
    prepare: vi.fn(async () => undefined),
    ...over,
  }
  return { doors, fetch, platform }
}

it('takes a built-in from its chunk', async () => {
  expect(await loadModule(setUp().doors, builtin, 'page')).toBe('the page')
})

it('checks the hash of a run-time module before it runs', async () => {
  const { doors, fetch } = setUp()
  expect(await loadModule(doors, acme, 'page')).toBe('a plugin page')
  expect(fetch).toHaveBeenCalledWith(url, expect.objectContaining({ integrity }))
  expect(doors.prepare).toHaveBeenCalledWith(acme)
})

it('leaves the check to the browser where the import map holds the hash', async () => {
  const { doors, fetch } = setUp({ isListed: (address) => address === url })
  await loadModule(doors, acme, 'page')
  expect(fetch).not.toHaveBeenCalled()
})

it('runs nothing that has no hash, is absent or is not named', async () => {
  const { doors } = setUp()
  await expect(loadModule(doors, { ...acme, integrity: {} }, 'page')).rejects.toThrow('E_NO_INTEGRITY')
  await expect(loadModule(doors, acme, 'other')).rejects.toThrow('E_NO_MODULE')
  await expect(loadModule(setUp({}, 404).doors, acme, 'page')).rejects.toThrow('E_MODULE_ABSENT')
  expect(doors.importModule).not.toHaveBeenCalled()
})

it('reloads once, silently, when a chunk is gone, and fails the next time', async () => {
  const broken = { store: { page: () => Promise.reject(new TypeError('failed to fetch')) } }
  const { doors, platform } = setUp({ builtin: broken })
  void loadModule(doors, builtin, 'page')
  await platform.clock.advance(0)
  expect(platform.address.reloads()).toBe(1)
  await expect(loadModule(doors, builtin, 'page')).rejects.toThrow('failed to fetch')
  expect(platform.address.reloads()).toBe(1)
})
