import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import type { PlanPlugin } from '../../common/plan.ts'
import { createMemoryPlatform } from '../platform/memory-platform.ts'
import { loadModule, type ModuleDoors } from './load-module.ts'

const url = '/assets/plugins/acme/1a/page.js'
const chunk = '/assets/plugins/acme/1a/chunk.js'
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const integrity = hashOf('')
// Only what loading reads of a plan's plugin.
const acme = { id: 'acme', modules: { page: url }, integrity: { [url]: integrity } } as unknown as PlanPlugin
const builtin = { id: 'store', modules: { page: '' } } as unknown as PlanPlugin

const setUp = (over: Partial<ModuleDoors> = {}, status = 200) => {
  const fetch = vi.fn(async (_address: string) => new Response('', { status }))
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

it('[RTP7] checks all scripts of a plugin that came after the page before one runs', async () => {
  const { doors, fetch } = setUp()
  const plugin = { ...acme, integrity: { [url]: integrity, [chunk]: integrity } }
  expect(await loadModule(doors, plugin, 'page')).toBe('a plugin page')
  expect(fetch.mock.calls.map(([address]) => address)).toEqual([url, chunk])
  expect(doors.prepare).toHaveBeenCalledWith(plugin)
})

it('[RTP7] runs none of them when one is not what its manifest says', async () => {
  const { doors } = setUp()
  const plugin = { ...acme, integrity: { [url]: integrity, [chunk]: hashOf('something else') } }
  await expect(loadModule(doors, plugin, 'page')).rejects.toThrow(`E_INTEGRITY acme: ${chunk}`)
  expect(doors.importModule).not.toHaveBeenCalled()
})

it('[RTP7] replaces what was spoiled on its way and would stay in the cache', async () => {
  const fetch = vi.fn(
    async (_address: string, init?: { readonly cache?: RequestCache }) =>
      new Response(init?.cache === 'reload' ? '' : 'spoiled'),
  )
  const { doors } = setUp({ platform: createMemoryPlatform({ fetch }) })
  expect(await loadModule(doors, acme, 'page')).toBe('a plugin page')
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('[RTP7] says why the browser refused a script that came with the page', async () => {
  const importModule = () => Promise.reject(new TypeError('failed to fetch dynamically imported module'))
  const { doors } = setUp({ isListed: () => true, importModule })
  const tampered = { ...acme, integrity: { [url]: hashOf('something else') } }
  await expect(loadModule(doors, tampered, 'page')).rejects.toThrow('E_INTEGRITY acme')
  await expect(loadModule(doors, acme, 'page')).rejects.toThrow('failed to fetch')
})

it('[RTP8] asks for a new page where the older modules of a plugin came too late for this one', async () => {
  const old = { ...acme, sdk: '0' }
  const { doors } = setUp({ isListed: (address) => address === url })
  await expect(loadModule(doors, old, 'page')).rejects.toThrow('E_RELOAD acme')
  const listed = new Set([url, '/assets/plugins/acme/'])
  expect(await loadModule(setUp({ isListed: (address) => listed.has(address) }).doors, old, 'page')).toBe(
    'a plugin page',
  )
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

it('[RTP12] waits for a module of a run-time plugin for twenty seconds', async () => {
  const { doors, platform } = setUp({
    isListed: () => true,
    importModule: () => new Promise(() => undefined),
  })
  const outcome = loadModule(doors, acme, 'page').catch(String)
  await platform.clock.advance(19_999)
  expect(await Promise.race([outcome, 'still waiting'])).toBe('still waiting')
  await platform.clock.advance(1)
  await expect(outcome).resolves.toBe('Error: E_LOAD_TIME acme: its module was not there after 20 s')
})
