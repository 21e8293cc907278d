import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import type { PlanPlugin } from '../../common/plan.ts'
import { loadRunTime } from '../../packages/browser/load-run-time.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { loadModule, type ModuleDeps } from './load-module.ts'

const url = '/assets/plugins/acme/1a/page.js'
const chunk = '/assets/plugins/acme/1a/chunk.js'
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const integrity = hashOf('')
// Only what loading reads of a plan's plugin.
const acme = { id: 'acme', modules: { page: url }, integrity: { [url]: integrity } } as unknown as PlanPlugin
const builtin = { id: 'store', modules: { page: '' } } as unknown as PlanPlugin

const setUp = (over: Partial<ModuleDeps> = {}, status = 200) => {
  const fetch = vi.fn(async (_address: string) => new Response('', { status }))
  const platform = createMemoryPlatform({ fetch })
  const deps: ModuleDeps = {
    builtin: { store: { page: async () => ({ default: 'the page' }) } },
    platform,
    isListed: () => false,
    importModule: vi.fn(async () => ({ default: 'a plugin page' })),
    loadAdded: (plugin, address) => loadRunTime(deps, plugin, address),
    prepare: vi.fn(async () => undefined),
    ...over,
  }
  return { deps, fetch, platform }
}

/** With the second that a failure waits before it counts. */
const loadInTime = async (
  { deps, platform }: Pick<ReturnType<typeof setUp>, 'deps' | 'platform'>,
  plugin: PlanPlugin,
) => {
  const loading = loadModule(deps, plugin, 'page')
  // Looked at by the caller once the time has passed.
  loading.catch(() => undefined)
  await platform.clock.advance(1000)
  return loading
}

it('takes a built-in from its chunk', async () => {
  expect(await loadModule(setUp().deps, builtin, 'page')).toBe('the page')
})

it('takes a page of the administration from the table that is loaded for it', async () => {
  const loadAdmin = vi.fn(async () => ({ store: { desk: async () => ({ default: 'the desk' }) } }))
  const { deps } = setUp({ loadAdmin })
  await loadModule(deps, builtin, 'page')
  expect(loadAdmin).not.toHaveBeenCalled()
  expect(await loadModule(deps, builtin, 'desk')).toBe('the desk')
})

it('reloads once when that table is gone, as for any chunk', async () => {
  const { deps, platform } = setUp({ loadAdmin: () => Promise.reject(new TypeError('failed to fetch')) })
  void loadModule(deps, builtin, 'desk')
  await platform.clock.advance(1000)
  expect(platform.address.reloads()).toBe(1)
})

it('[RTP7] checks all scripts of a plugin that came after the page before one runs', async () => {
  const { deps, fetch } = setUp()
  const plugin = { ...acme, integrity: { [url]: integrity, [chunk]: integrity } }
  expect(await loadModule(deps, plugin, 'page')).toBe('a plugin page')
  expect(fetch.mock.calls.map(([address]) => address)).toEqual([url, chunk])
  expect(deps.prepare).toHaveBeenCalledWith(plugin)
})

it('[RTP7] runs none of them when one is not what its manifest says', async () => {
  const { deps } = setUp()
  const plugin = { ...acme, integrity: { [url]: integrity, [chunk]: hashOf('something else') } }
  await expect(loadModule(deps, plugin, 'page')).rejects.toThrow(`E_INTEGRITY acme: ${chunk}`)
  expect(deps.importModule).not.toHaveBeenCalled()
})

it('[RTP7] replaces what was spoiled on its way and would stay in the cache', async () => {
  const fetch = vi.fn(
    async (_address: string, init?: { readonly cache?: RequestCache }) =>
      new Response(init?.cache === 'reload' ? '' : 'spoiled'),
  )
  const { deps } = setUp({ platform: createMemoryPlatform({ fetch }) })
  expect(await loadModule(deps, acme, 'page')).toBe('a plugin page')
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('[RTP7] says why the browser refused a script that came with the page', async () => {
  const importModule = () => Promise.reject(new TypeError('failed to fetch dynamically imported module'))
  const app = setUp({ isListed: () => true, importModule })
  const tampered = { ...acme, integrity: { [url]: hashOf('something else') } }
  await expect(loadInTime(app, tampered)).rejects.toThrow('E_INTEGRITY acme')
  await expect(loadInTime(app, acme)).rejects.toThrow('failed to fetch')
})

it('[RTP14] imports anew what could not be loaded, once its bytes are right', async () => {
  const importModule = vi
    .fn<ModuleDeps['importModule']>()
    .mockRejectedValueOnce(new TypeError('failed to fetch'))
    .mockResolvedValueOnce({ default: 'a plugin page' })
  const app = setUp({ isListed: () => true, importModule })
  expect(await loadInTime(app, acme)).toBe('a plugin page')
  expect(app.fetch).toHaveBeenCalledTimes(1)
})

it('[RTP7, RTP14] never imports what could not be checked', async () => {
  const platform = createMemoryPlatform({ fetch: () => Promise.reject(new TypeError('no network')) })
  const app = setUp({ platform })
  await expect(loadInTime({ ...app, platform }, acme)).rejects.toThrow('no network')
  expect(app.deps.importModule).not.toHaveBeenCalled()
})

it('[RTP14] asks for a new page where the browser remembers the failure, not where the module itself threw', async () => {
  const remembering = () => Promise.reject(new TypeError('error loading'))
  const app = setUp({ isListed: () => true, importModule: remembering })
  await expect(loadInTime(app, acme)).rejects.toThrow('E_FRESH_PAGE acme: error loading')
  const own = new TypeError('nothing is not a function')
  const throwing = () => Promise.reject(own)
  await expect(loadInTime(setUp({ isListed: () => true, importModule: throwing }), acme)).rejects.toBe(own)
})

it('[RTP8] asks for a new page where the older modules of a plugin came too late for this one', async () => {
  const old = { ...acme, sdk: '0' }
  const { deps } = setUp({ isListed: (address) => address === url })
  await expect(loadModule(deps, old, 'page')).rejects.toThrow('E_RELOAD acme')
  const listed = new Set([url, '/assets/plugins/acme/'])
  expect(await loadModule(setUp({ isListed: (address) => listed.has(address) }).deps, old, 'page')).toBe(
    'a plugin page',
  )
})

it.each([
  [
    "The requested module '@spawnpoint/sdk/ui' does not provide an export named 'toasts'",
    'toasts of @spawnpoint/sdk/ui',
  ],
  [
    "The requested module '@spawnpoint/sdk/ui' doesn't provide an export named: 'toasts'",
    'toasts of @spawnpoint/sdk/ui',
  ],
  ["Importing binding name 'toasts' is not found.", 'toasts'],
])('[RTP15] says what a plugin uses that is not there, and what to do: %s', async (message, what) => {
  const importModule = () => Promise.reject(new SyntaxError(message))
  await expect(loadModule(setUp({ importModule }).deps, acme, 'page')).rejects.toThrow(
    `E_EXPORT_MISSING acme: uses ${what}, which this product does not have: build it anew with the present sdk, or ask its author for a version that fits`,
  )
  const other = new SyntaxError('Unexpected token')
  const broken = () => Promise.reject(other)
  await expect(loadModule(setUp({ importModule: broken }).deps, acme, 'page')).rejects.toBe(other)
})

it('leaves the check to the browser where the import map holds the hash', async () => {
  const { deps, fetch } = setUp({ isListed: (address) => address === url })
  await loadModule(deps, acme, 'page')
  expect(fetch).not.toHaveBeenCalled()
})

it('runs nothing that has no hash, is absent or is not named', async () => {
  const { deps } = setUp()
  await expect(loadModule(deps, { ...acme, integrity: {} }, 'page')).rejects.toThrow('E_NO_INTEGRITY')
  await expect(loadModule(deps, acme, 'other')).rejects.toThrow('E_NO_MODULE')
  await expect(loadModule(setUp({}, 404).deps, acme, 'page')).rejects.toThrow('E_MODULE_ABSENT')
  expect(deps.importModule).not.toHaveBeenCalled()
})

it('reloads once, silently, when a chunk is gone, and fails the next time', async () => {
  const broken = { store: { page: () => Promise.reject(new TypeError('failed to fetch')) } }
  const app = setUp({ builtin: broken })
  const { deps, platform } = app
  void loadModule(deps, builtin, 'page')
  await platform.clock.advance(1000)
  expect(platform.address.reloads()).toBe(1)
  await expect(loadInTime(app, builtin)).rejects.toThrow('failed to fetch')
  expect(platform.address.reloads()).toBe(1)
})

it('[RTP14] keeps what is typed or sent: a page that asks before it goes is not reloaded until then', async () => {
  const broken = { store: { page: () => Promise.reject(new TypeError('failed to fetch')) } }
  const app = setUp({ builtin: broken })
  app.platform.address.hold(true)
  await expect(loadInTime(app, builtin)).rejects.toThrow('failed to fetch')
  expect(app.platform.address.reloads()).toBe(0)
  app.platform.address.hold(false)
  void loadModule(app.deps, builtin, 'page')
  await app.platform.clock.advance(1000)
  expect(app.platform.address.reloads()).toBe(1)
})

it('stays on the page, which can be tried again, when a chunk does not come because nobody answers', async () => {
  let isOnline = false
  const platform = createMemoryPlatform({
    fetch: () => (isOnline ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('no network'))),
  })
  const broken = { store: { page: () => Promise.reject(new TypeError('failed to fetch')) } }
  const app = { deps: setUp({ builtin: broken, platform }).deps, platform }
  await expect(loadInTime(app, builtin)).rejects.toMatchObject({ code: 'NETWORK', status: 0 })
  expect(platform.address.reloads()).toBe(0)
  isOnline = true
  void loadModule(app.deps, builtin, 'page')
  await platform.clock.advance(1000)
  expect(platform.address.reloads()).toBe(1)
})

it('[RTP14] leaves a page alone that somebody is leaving, whose loading the browser gives up', async () => {
  const givenUp = () => Promise.reject(new TypeError('error loading'))
  const { deps, platform, fetch } = setUp({
    builtin: { store: { page: givenUp } },
    isListed: () => true,
    importModule: givenUp,
  })
  const outcomes = [builtin, acme].map((plugin) => loadModule(deps, plugin, 'page').catch(String))
  await platform.clock.advance(999)
  expect(await Promise.race([...outcomes, 'still waiting'])).toBe('still waiting')
  expect(platform.address.reloads()).toBe(0)
  expect(fetch).not.toHaveBeenCalled()
})

it('[RTP12] waits for a module of a run-time plugin for twenty seconds', async () => {
  const { deps, platform } = setUp({
    isListed: () => true,
    importModule: () => new Promise(() => undefined),
  })
  const outcome = loadModule(deps, acme, 'page').catch(String)
  await platform.clock.advance(19_999)
  expect(await Promise.race([outcome, 'still waiting'])).toBe('still waiting')
  await platform.clock.advance(1)
  await expect(outcome).resolves.toBe('Error: E_LOAD_TIME acme: its module was not there after 20 s')
})
