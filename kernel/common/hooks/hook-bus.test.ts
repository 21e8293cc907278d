import { describe, expect, it } from 'vitest'
import type { KernelHooks, SessionSnapshot } from '../../../sdk/common/hooks.ts'
import { browserHooks, serverHooks } from './catalogue.ts'
import { createCollector } from './collector.ts'
import type { GateOptions } from './circuit-breaker.ts'
import { createGate } from './gate.ts'
import { createHookBus } from './hook-bus.ts'
import { createManualClock } from './manual-clock.testing.ts'
import type { TraceEntry } from './trace.ts'

const session: SessionSnapshot = { user: {}, billing: {}, stats: {}, permissions: [] }
const navItem = (route: string) => ({ plugin: 'x', area: 'user', route, label: route }) as const

const createBus = (options: Partial<GateOptions> = {}) => {
  const clock = createManualClock()
  const quarantined: string[] = []
  const gate = createGate({ clock, onQuarantine: (id) => quarantined.push(id), ...options })
  for (const id of ['a', 'b', 'c']) gate.setActive(id, true)
  return {
    gate,
    clock,
    quarantined,
    bus: createHookBus({ gate, catalogue: browserHooks }),
  }
}

const tapsOf = ({ bus }: ReturnType<typeof createBus>, name: keyof KernelHooks) =>
  bus.inspect().find(({ hook }) => hook === name)?.taps ?? []

describe('[HOOK6] order', () => {
  it('follows stage, then registration', () => {
    const { bus } = createBus()
    const seen: string[] = []
    bus.on('a', 'localeChanged', () => void seen.push('a'))
    bus.on('b', 'localeChanged', () => void seen.push('b'), { stage: -1 })
    bus.on('c', 'localeChanged', () => void seen.push('c'))
    bus.call('localeChanged', 'fr')
    expect(seen).toEqual(['b', 'a', 'c'])
  })

  it('puts a tap before all taps of the plugin it names', () => {
    const { bus } = createBus()
    const seen: string[] = []
    bus.on('a', 'localeChanged', () => void seen.push('a1'))
    bus.on('a', 'localeChanged', () => void seen.push('a2'))
    bus.on('b', 'localeChanged', () => void seen.push('b'), { before: 'a' })
    bus.call('localeChanged', 'fr')
    expect(seen).toEqual(['b', 'a1', 'a2'])
  })

  it('warns of a name that no tap has', () => {
    const { bus, gate } = createBus()
    const traced: TraceEntry[] = []
    gate.subscribe((entry) => void traced.push(entry))
    bus.on('a', 'localeChanged', () => undefined, { before: 'leaderbord' })
    expect(traced).toMatchObject([{ owner: 'a', effect: 'localeChanged', outcome: 'warning' }])
    expect(traced[0]?.detail).toContain('leaderbord')
  })

  it('leaves the last word to core', async () => {
    const { bus } = createBus()
    const seen: string[] = []
    bus.on('core', 'beforeAccessCheck', () => void seen.push('core'), { stage: 1000 })
    bus.on('a', 'beforeAccessCheck', () => void seen.push('a'), { stage: 5000 })
    await bus.callAsync('beforeAccessCheck', { url: new URL('http://127.0.0.1'), report: () => undefined })
    expect(seen).toEqual(['a', 'core'])
  })
})

describe('[HOOK7] undo', () => {
  it('removes the tap, once', () => {
    const world = createBus()
    const first = world.bus.on('a', 'resolvePermission', () => 'deny')
    world.bus.on('a', 'resolvePermission', () => undefined)
    first.dispose()
    first.dispose()
    expect(world.bus.call('resolvePermission', 'x', session)).toBeUndefined()
    expect(tapsOf(world, 'resolvePermission')).toHaveLength(1)
  })

  it('leaves nothing behind after 50 times on and off', () => {
    const world = createBus()
    for (let cycle = 0; cycle < 50; cycle += 1) {
      const taps = [
        world.bus.on('a', 'navItems', (items) => [...items, navItem('x')]),
        world.bus.on('a', 'routeChanged', () => undefined),
      ]
      world.gate.setActive('a', true)
      expect(world.bus.call('navItems', [], 'user')).toHaveLength(1)
      world.gate.setActive('a', false)
      for (const tap of taps) tap.dispose()
    }
    expect(tapsOf(world, 'navItems')).toEqual([])
    expect(tapsOf(world, 'routeChanged')).toEqual([])
  })

  it('silences a tap whose turn had not come in a call under way', async () => {
    const { bus } = createBus()
    const seen: string[] = []
    bus.on('a', 'afterSession', () => second.dispose())
    const second = bus.on('b', 'afterSession', () => void seen.push('b'))
    await bus.callAsync('afterSession', session, 'start')
    expect(seen).toEqual([])
  })

  it('of a tap by itself skips nobody else', () => {
    const { bus } = createBus()
    const seen: string[] = []
    const first = bus.on('a', 'localeChanged', () => {
      first.dispose()
    })
    bus.on('b', 'localeChanged', () => void seen.push('b'))
    bus.call('localeChanged', 'fr')
    expect(seen).toEqual(['b'])
  })
})

describe('[HOOK5] a plugin at fault', () => {
  it('is skipped while the others and core go on', () => {
    const { bus, quarantined } = createBus()
    bus.on('a', 'navItems', () => {
      throw new Error('broken')
    })
    bus.on('b', 'navItems', (items) => [...items, navItem('b')])
    bus.on('core', 'navItems', (items) => [...items, navItem('core')])
    for (let time = 0; time < 4; time += 1) {
      expect(bus.call('navItems', [], 'user').map(({ route }) => route)).toEqual(['b', 'core'])
    }
    expect(quarantined).toEqual(['a'])
  })

  it('cannot hold up an async hook past the budget', async () => {
    const { bus, clock, gate } = createBus()
    bus.on('a', 'beforeNavigate', () => new Promise<'cancel'>(() => undefined))
    bus.on('b', 'beforeNavigate', () => ({ redirect: '/b' }))
    const answer = bus.callAsync('beforeNavigate', '/x', undefined)
    await clock.advance(100)
    await expect(answer).resolves.toEqual({ redirect: '/b' })
    expect(gate.faults('a')).toMatchObject([{ kind: 'timeout', effect: 'beforeNavigate' }])
  })

  it('may not answer a sync hook with a promise', () => {
    const { bus, gate } = createBus()
    // @ts-expect-error what a plugin without types may do
    bus.on('a', 'resolvePermission', async () => 'deny')
    expect(bus.call('resolvePermission', 'x', session)).toBeUndefined()
    expect(gate.faults('a')).toMatchObject([{ kind: 'promise' }])
  })

  it('can deny a permission, never grant it nor end the asking', () => {
    const { bus, gate } = createBus()
    // @ts-expect-error a plugin can only deny
    bus.on('a', 'resolvePermission', () => 'allow')
    bus.on('b', 'resolvePermission', () => 'deny')
    expect(bus.call('resolvePermission', 'x', session)).toBe('deny')
    expect(gate.faults('a')).toMatchObject([{ kind: 'answer' }])
  })

  it('does not hide core’s own errors', async () => {
    const { bus, quarantined } = createBus()
    bus.on('core', 'localeChanged', () => {
      throw new Error('core')
    })
    bus.on('core', 'afterSession', () => Promise.reject(new Error('core later')))
    for (let time = 0; time < 4; time += 1) expect(() => bus.call('localeChanged', 'fr')).toThrow('core')
    await expect(bus.callAsync('afterSession', session, 'refresh')).rejects.toThrow('core later')
    expect(quarantined).toEqual([])
  })
})

describe('[HOOK8] the face a plugin gets', () => {
  it('can listen under its own id, and nothing else', () => {
    const { bus, gate } = createBus()
    const hooks = bus.forOwner('a')
    hooks.on('resolvePermission', () => 'deny')
    expect(Object.keys(hooks)).toEqual(['on'])
    gate.setActive('a', false)
    expect(bus.call('resolvePermission', 'x', session)).toBeUndefined()
    gate.setActive('a', true)
    expect(bus.call('resolvePermission', 'x', session)).toBe('deny')
  })

  it('refuses a hook that does not exist', () => {
    const { bus } = createBus()
    // @ts-expect-error unknown hook
    expect(() => bus.forOwner('a').on('routeChangd', () => undefined)).toThrow('routeChangd')
  })

  it('collects what each plugin adds under its own id, until the time is over', () => {
    const { bus, gate } = createBus()
    const tabs = createCollector<{ readonly id: string }>(({ id }) => {
      if (id === '') throw new Error('no id')
    })
    const late: (() => void)[] = []
    bus.on('a', 'registerDebugTab', (table) => {
      table.add({ id: 'one', title: 'One', module: 'one' })
      late.push(() => table.add({ id: 'late', title: 'Late', module: 'late' }))
    })
    bus.on('b', 'registerDebugTab', (table) => table.add({ id: '', title: '', module: '' }))
    bus.call('registerDebugTab', tabs.table)
    tabs.close()
    expect(tabs.entries()).toMatchObject([{ owner: 'a', entry: { id: 'one' } }])
    expect(late[0]).toThrow('over')
    expect(gate.faults('b')).toMatchObject([{ kind: 'threw' }])
  })
})

it('[HOOK9] knows the hooks of the catalogue, with the kinds that the sdk declares', () => {
  const names = `beforeAccessCheck afterSession registerRoutes registerAdminPage registerDebugTab registerSlot
    registerWidget registerCommand registerCustomisationTab sessionFailed resolvePermission beforeNavigate
    navItems routeChanged localeChanged settingsChanged pluginStateChanged`
  expect(Object.keys(browserHooks)).toEqual(names.split(/\s+/))
  expect(Object.keys(serverHooks)).toEqual(['describeSession', 'onRequest', 'beforeReply', 'dispose'])
})
