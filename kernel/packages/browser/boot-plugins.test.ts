import { expect, it, vi } from 'vitest'
import { browserHooks } from '../../common/hooks/catalogue.ts'
import { createGate } from '../../common/hooks/gate.ts'
import { createHookBus } from '../../common/hooks/hook-bus.ts'
import type { HookBus, KernelHooks } from '../../../sdk/common/hooks.ts'
import type { PlanPlugin } from '../../common/plan.ts'
import { createMemoryClock } from '../../../sdk/testing/memory-clock.ts'
import { checkAccess } from '../../browser/access-check.ts'
import { noContributions } from '../../browser/plan-plugin.testing.ts'
import { createPluginRegistry } from '../../browser/plugins/plugin-registry.ts'
import { createBoot } from './boot-plugins.ts'

// Only what booting reads of a plan's plugin.
const aPlugin = (over: Partial<PlanPlugin>) =>
  ({ id: 'acme', version: '1.0.0', kind: 'plugin', boot: 'boot', ...over }) as unknown as PlanPlugin

let clock = createMemoryClock()
const wait = (ms: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, ms))

const start = async (
  plugin: PlanPlugin,
  boot: (hooks: HookBus<KernelHooks>) => unknown,
  safeMode = false,
  before = () => Promise.resolve(),
) => {
  clock = createMemoryClock()
  const gate = createGate({ clock: { ...clock, clearTimeout: (timer) => clock.clearTimeout(Number(timer)) } })
  const bus = createHookBus({ gate, catalogue: browserHooks })
  const log = vi.fn()
  const note = vi.fn()
  const load = vi.fn(async () => {
    await before()
    return boot
  })
  const registry = createPluginRegistry(bus, gate)
  const plan = { version: 1, plugins: [plugin], settings: {}, safeMode }
  const { boot: bootPlugins, unfinishedRules } = createBoot({ gate, bus, registry, load, log, note })
  const booting = bootPlugins(plan)
  await clock.advance(60_000)
  await booting
  /** The texts of the violations that the visitor would see. */
  const check = async () => {
    const checking = checkAccess(new URL('https://dash.example.com/'), bus, unfinishedRules)
    await clock.advance(60_000)
    return (await checking).map(({ text }) => text)
  }
  return {
    load,
    log,
    note,
    check,
    bus,
    gate,
    registry,
    plan,
    faults: gate.faults('acme').map(({ error }) => String(error)),
  }
}

it('[RTP6] runs the boot code that a manifest names, whatever it taps, and none of an isolated plugin', async () => {
  const boot = vi.fn()
  for (const over of [{ boot: null }, { capabilities: ['hooks.session'], isolated: true }])
    expect((await start(aPlugin(over), boot)).load).not.toHaveBeenCalled()
  expect((await start(aPlugin({ kind: 'builtin' }), boot)).load).toHaveBeenCalledOnce()
  expect(boot).toHaveBeenCalledOnce()
  const heard = vi.fn()
  const moving = await start(aPlugin({ capabilities: ['navigate'] }), (hooks) => {
    hooks.on('beforeNavigate', () => undefined)
    hooks.on('localeChanged', heard)
  })
  expect(moving.faults).toEqual([])
  moving.bus.call('localeChanged', 'DE')
  expect(heard).toHaveBeenCalledOnce()
  const plain = await start(aPlugin({}), (hooks) => hooks.on('localeChanged', heard))
  plain.bus.call('localeChanged', 'DE')
  expect(heard).toHaveBeenCalledTimes(2)
})

it.each([
  [
    'throws',
    () => {
      throw new Error('broken')
    },
    'Error: broken',
  ],
  [
    'taps a hook of built-ins',
    (hooks: HookBus<KernelHooks>) => hooks.on('navItems', (items) => items),
    'E_HOOK',
  ],
  [
    'taps without a grant',
    (hooks: HookBus<KernelHooks>) => hooks.on('afterSession', () => undefined),
    'E_CAPABILITY acme: add "hooks.session"',
  ],
])('[RTP21] tells of boot code that %s, in the console and to staff', async (_what, boot, sentence) => {
  const { log, note } = await start(aPlugin({}), boot)
  expect(log).toHaveBeenCalledExactlyOnceWith('boot of plugin acme failed', expect.any(Error))
  expect(note).toHaveBeenCalledExactlyOnceWith({
    owner: 'acme',
    version: '1.0.0',
    effect: 'boot',
    error: log.mock.calls[0]?.[1],
  })
  expect(String(log.mock.calls[0]?.[1])).toContain(sentence)
})

it('[RTP21] tells staff of the first refusal of a version, and logs each', async () => {
  const { log, note, registry, plan } = await start(aPlugin(registering), (hooks) => {
    hooks.on('registerRoutes', (to) => to.add({ ...aRoute, path: '/p/other' }))
    hooks.on('registerDebugTab', () => {
      throw new Error('no tab')
    })
  })
  registry.apply(plan)
  const [[sentence] = [], ...more] = log.mock.calls
  expect(sentence).toBe('registerRoutes of plugin acme failed')
  expect(more.map(([each]) => each)).toContain('registerDebugTab of plugin acme failed')
  expect(note).toHaveBeenCalledOnce()
  expect(note.mock.calls[0]?.[0]).toMatchObject({ owner: 'acme', effect: 'registerRoutes' })
})

it('[RTP6] lets it tap what it was granted and what is open to all', async () => {
  const heard = vi.fn()
  const { bus, faults } = await start(aPlugin({ capabilities: ['hooks.session'] }), (hooks) => {
    hooks.on('afterSession', heard)
    hooks.on('localeChanged', heard)
  })
  expect(faults).toEqual([])
  bus.call('localeChanged', 'DE')
  await bus.callAsync('afterSession', { user: {}, billing: {}, stats: {}, permissions: [] }, 'start')
  expect(heard).toHaveBeenCalledTimes(2)
})

it.each([
  ['beforeAccessCheck', 'E_CAPABILITY acme: add "hooks.access-check"'],
  ['beforeNavigate', 'E_CAPABILITY acme: add "navigate"'],
  ['registerRoutes', 'E_CAPABILITY acme: add "hooks.register"'],
  ['registerDebugTab', 'E_CAPABILITY acme: add "hooks.register"'],
  ['registerCustomisationTab', 'E_HOOK acme: registerCustomisationTab is for built-ins'],
  ['sessionFailed', 'E_HOOK acme: sessionFailed is for built-ins'],
  ['navItems', 'E_HOOK acme: navItems is for built-ins'],
] as const)('[RTP6] refuses %s without its grant', async (name, sentence) => {
  const tap = vi.fn()
  const { faults } = await start(aPlugin({ capabilities: ['hooks.session'] }), (hooks) => {
    hooks.on(name, tap)
  })
  expect(faults.join()).toContain(sentence)
})

const registering = {
  capabilities: ['hooks.register'],
  modules: { boot: 'boot.js', page: 'page.js' },
  contributes: noContributions,
  registers: {
    routes: [
      { path: '/p/acme/more', title: 'More' },
      { path: '/p/acme/years/*', title: 'Years' },
    ],
    adminPages: [{ path: '/mc-admin/x/acme/staff', title: 'Staff' }],
    debugTabs: [{ id: 'tab', title: 'Tab' }],
    widgets: [{ id: 'tab', title: 'Tab' }],
    commands: [{ id: 'go', title: 'Go' }],
    slots: [{ slot: 'dashboard.before' }],
  },
}
const aRoute = { id: 'more', path: '/p/acme/more', area: 'user', module: 'page', title: 'More' } as const
const anAdminPage = {
  id: 'staff',
  path: '/mc-admin/x/acme/staff',
  area: 'admin',
  module: 'page',
  title: 'Staff',
  permission: 'plugin.acme.view',
} as const
const aCommand = { id: 'go', title: 'Go', route: 'more' } as const
const aTab = { id: 'tab', title: 'Tab', module: 'page' } as const

it('[RTP16] adds pages, tabs, cards and commands that its code knows, at start and later, and takes them along', async () => {
  const kept: HookBus<KernelHooks>[] = []
  const { registry, plan, faults } = await start(aPlugin(registering), (hooks) => {
    kept.push(hooks)
    hooks.on('registerRoutes', (routes) => routes.add(aRoute))
    hooks.on('registerAdminPage', (pages) => pages.add(anAdminPage))
    hooks.on('registerSlot', (slots) => slots.add({ slot: 'dashboard.before', module: 'page' }))
    hooks.on('registerWidget', (widgets) => widgets.add({ ...aTab, area: 'user', size: 'small' }))
    hooks.on('registerCommand', (commands) => commands.add({ id: 'go', title: 'Go', route: 'more' }))
  })
  expect(faults).toEqual([])
  registry.apply(plan)
  const added = () => {
    const { routes, slots, widgets, debugTabs, commands } = registry.contributions.getState()
    return [routes.map(({ path }) => path), slots.length, widgets.length, debugTabs.length, commands.length]
  }
  expect(added()).toEqual([['/p/acme/more', '/mc-admin/x/acme/staff'], 1, 1, 0, 1])
  kept[0]?.on('registerDebugTab', (tabs) => tabs.add(aTab))
  expect(added()).toEqual([['/p/acme/more', '/mc-admin/x/acme/staff'], 1, 1, 1, 1])
  registry.apply({ ...plan, plugins: [] })
  expect(added()).toEqual([[], 0, 0, 0, 0])
})

it('[SDK72] adds them again in an open page when another version comes, once, and when it is switched on again', async () => {
  const { registry, plan, load, gate } = await start(aPlugin(registering), (hooks) => {
    hooks.on('registerRoutes', (routes) => routes.add(aRoute))
  })
  const paths = () => registry.contributions.getState().routes.map(({ path }) => path)
  registry.apply(plan)
  expect([paths(), load.mock.calls.length]).toEqual([['/p/acme/more'], 1])
  const later = { ...plan, version: 2, plugins: [aPlugin({ ...registering, version: '1.1.0' })] }
  registry.apply(later)
  await vi.waitFor(() => expect(paths()).toEqual(['/p/acme/more']))
  registry.apply({ ...later, version: 3, plugins: [] })
  expect(paths()).toEqual([])
  registry.apply({ ...later, version: 4 })
  // The one before is still loading when another comes.
  registry.apply({ ...plan, version: 5 })
  await vi.waitFor(() => expect(paths()).toEqual(['/p/acme/more']))
  expect(load).toHaveBeenCalledTimes(4)
  expect(gate.faults('acme')).toEqual([])
})

it('[RTP16] adds each page within a declared path that ends with a star, under its own title', async () => {
  const { registry, plan, faults } = await start(aPlugin(registering), (hooks) => {
    hooks.on('registerRoutes', (routes) =>
      routes.add({ ...aRoute, id: 'y', path: '/p/acme/years/2026', title: '2026' }),
    )
  })
  registry.apply(plan)
  expect(faults).toEqual([])
  expect(registry.contributions.getState().routes.map(({ title }) => title)).toEqual(['2026'])
})

it('[RTP16, RTP23] ends a loop that adds pages, after 200, and one that taps, after 100', async () => {
  const pages = await start(aPlugin(registering), (hooks) =>
    hooks.on('registerRoutes', (to) => {
      for (let at = 0; ; at += 1) to.add({ ...aRoute, id: `y${at}`, path: `/p/acme/years/${at}` })
    }),
  )
  pages.registry.apply(pages.plan)
  expect(pages.registry.contributions.getState().routes).toHaveLength(200)
  expect(String(pages.note.mock.calls[0]?.[0].error)).toContain('registerRoutes: more than 200 entries')
  const heard = vi.fn()
  const taps = await start(aPlugin({}), (hooks) => {
    for (;;) hooks.on('localeChanged', heard)
  })
  expect(taps.faults).toEqual(['Error: E_HOOK acme: more than 100 taps'])
  taps.bus.call('localeChanged', 'DE')
  expect(heard).toHaveBeenCalledTimes(100)
})

it.each([
  [
    'a page of others',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerRoutes', (to) => to.add({ ...aRoute, path: '/p/other' })),
    '/p/other is not below /p/acme',
  ],
  [
    'a page that only begins like its own',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerRoutes', (to) => to.add({ ...aRoute, path: '/p/acme2' })),
    '/p/acme2 is not below /p/acme',
  ],
  [
    'a page of customers among those of staff',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerRoutes', (to) => to.add({ ...aRoute, path: '/mc-admin/x/acme/more' })),
    '/mc-admin/x/acme/more is not below /p/acme',
  ],
  [
    'a way out of its pages',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerRoutes', (to) => to.add({ ...aRoute, path: '/p/acme/../../auth/login' })),
    'is not below /p/acme',
  ],
  [
    'an admin page among those of customers',
    (hooks: HookBus<KernelHooks>) => hooks.on('registerRoutes', (to) => to.add(anAdminPage)),
    "belongs to the area 'user'",
  ],
  [
    'the log-in page',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerRoutes', (to) => to.add({ ...aRoute, wellKnown: 'login' })),
    "cannot be the page 'login'",
  ],
  [
    'a permission of others',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerAdminPage', (to) => to.add({ ...anAdminPage, permission: 'admin.users.list' })),
    "asks for 'admin.users.list'",
  ],
  [
    'a page that the operator has not read of',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerRoutes', (to) => to.add({ ...aRoute, path: '/p/acme/other' })),
    "'/p/acme/other' is not among registers.routes",
  ],
  [
    'a page under another title',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerRoutes', (to) => to.add({ ...aRoute, title: 'Log in' })),
    'is not among registers.routes of the manifest under this title',
  ],
  [
    'a title with a mark that is not seen',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerRoutes', (to) =>
        to.add({ ...aRoute, path: '/p/acme/years/1', title: 'Years \u202eniam' }),
      ),
    'has marks that are not seen',
  ],
  [
    'a command that the operator has not read of',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerCommand', (to) => to.add({ id: 'out', title: 'Log out', route: 'more' })),
    "'out' is not among registers.commands",
  ],
  [
    'a page without menu and header',
    (hooks: HookBus<KernelHooks>) => hooks.on('registerRoutes', (to) => to.add({ ...aRoute, bare: true })),
    'cannot be bare',
  ],
  [
    'keys that the operator has not read of',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerCommand', (to) => to.add({ ...aCommand, shortcut: 'Control+K' })),
    'cannot have a shortcut',
  ],
  [
    'a place that the operator has not read of',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerSlot', (to) => to.add({ slot: 'shell.notice', module: 'page' })),
    "'shell.notice' is not among registers.slots",
  ],
  [
    'a module that is not its own',
    (hooks: HookBus<KernelHooks>) =>
      hooks.on('registerDebugTab', (to) => to.add({ ...aTab, module: 'none' })),
    "names no module 'none'",
  ],
] as const)('[RTP16] refuses %s, and counts it against the plugin', async (_what, boot, sentence) => {
  const { registry, plan, gate, log } = await start(aPlugin(registering), boot)
  registry.apply(plan)
  const { routes, debugTabs } = registry.contributions.getState()
  expect([routes, debugTabs]).toEqual([[], []])
  const [fault] = gate.faults('acme').map(({ error }) => String(error))
  expect(fault).toContain('E_REGISTER acme: ')
  expect(fault).toContain(sentence)
  expect(String(log.mock.calls[0]?.[1])).toBe(fault)
})

it('[RTP5] takes its taps away when it is switched off, and takes no more', async () => {
  const heard = vi.fn()
  let kept: HookBus<KernelHooks> | null = null
  const { bus, registry, plan } = await start(aPlugin({ capabilities: ['hooks.session'] }), (hooks) => {
    kept = hooks
    hooks.on('localeChanged', heard)
  })
  const on = { ...plan, plugins: plan.plugins.map((plugin) => ({ ...plugin, contributes: noContributions })) }
  registry.apply(on)
  bus.call('localeChanged', 'DE')
  expect(heard).toHaveBeenCalledOnce()
  registry.apply({ ...plan, plugins: [] })
  expect(() => kept?.on('localeChanged', heard)).toThrow('E_PLUGIN_OFF acme')
  registry.apply(on)
  bus.call('localeChanged', 'FR')
  expect(heard).toHaveBeenCalledOnce()
})

const rule = { capabilities: ['hooks.access-check'] }
const closed = ['The access rule of the plugin “acme” could not be checked']
const never = () => new Promise<void>(() => undefined)
const slow = { code: 'SLOW', text: 'Closed at this hour' }

it('[ACC1] an access rule of a plugin that completes decides alone', async () => {
  const open = await start(aPlugin(rule), (hooks) => hooks.on('beforeAccessCheck', () => undefined))
  expect(await open.check()).toEqual([])
  const kiosk = { code: 'KIOSK', text: 'Use the kiosk' }
  const shut = await start(aPlugin(rule), (hooks) =>
    hooks.on('beforeAccessCheck', ({ report }) => report(kiosk)),
  )
  expect(await shut.check()).toEqual(['Use the kiosk'])
})

it.each([
  ['whose boot module fails', () => Promise.reject(new Error('broken'))],
  ['whose boot module does not arrive', never],
])('[ACC1] the check fails for a plugin with an access rule %s', async (_case, load) => {
  const { check } = await start(aPlugin(rule), () => undefined, false, load)
  expect(await check()).toEqual(closed)
})

it.each([
  [
    'fails',
    () => {
      throw new Error('broken')
    },
  ],
  ['hangs', never],
])('[ACC1] the check fails where an access rule of a plugin %s', async (_case, run) => {
  const { check } = await start(aPlugin(rule), (hooks) => hooks.on('beforeAccessCheck', run))
  expect(await check()).toEqual(closed)
})

it('[ACC1] the check fails where an access rule was put into a frame, which starts after it', async () => {
  const { check, load } = await start(aPlugin({ ...rule, isolated: true }), () => undefined)
  expect(load).not.toHaveBeenCalled()
  expect(await check()).toEqual(closed)
})

it('[ACC1] a slow device gets time to load and run an access rule', async () => {
  const { check } = await start(
    aPlugin(rule),
    (hooks) => hooks.on('beforeAccessCheck', (probe) => wait(4000).then(() => probe.report(slow))),
    false,
    () => wait(9000),
  )
  expect(await check()).toEqual(['Closed at this hour'])
})

it('[ACC1][RTP9] safe mode keeps access rules and drops the other taps of added plugins', async () => {
  const heard = vi.fn()
  const { bus, check } = await start(
    aPlugin({ capabilities: ['hooks.access-check', 'hooks.session'] }),
    (hooks) => {
      hooks.on('localeChanged', heard)
      hooks.on('beforeAccessCheck', ({ report }) => report({ code: 'KIOSK', text: 'Use the kiosk' }))
    },
    true,
  )
  bus.call('localeChanged', 'DE')
  expect(heard).not.toHaveBeenCalled()
  expect(await check()).toEqual(['Use the kiosk'])
})
