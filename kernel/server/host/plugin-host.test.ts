import { afterEach, expect, it, vi } from 'vitest'
import type { UsableEntry } from './catalogue.ts'
import { createPluginHost, type PluginHostDeps } from './plugin-host.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** The module of its server module never arrives. */
const aPlugin = (id: string, source: 'builtin' | 'folder') =>
  ({ id, source, manifest: { id }, loadServer: () => new Promise(() => undefined) }) as unknown as UsableEntry

it('waits for the module of a built-in however busy the machine is, and not for that of an added plugin', async () => {
  vi.useFakeTimers()
  const deps = {
    log: { error: () => undefined },
    packaged: { findIncompatibility: () => null },
    dispatcher: { hold: () => undefined, settled: () => undefined },
    runtime: { load: () => new Promise(() => undefined) },
  } as unknown as PluginHostDeps // All that is reached before a module has arrived.
  const host = createPluginHost(deps)
  void host.settle([aPlugin('store', 'builtin'), aPlugin('notes', 'folder')])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(host.standing('store')).toMatchObject({ state: 'available' })
  expect(host.standing('notes')).toMatchObject({ state: 'failed' })
})
