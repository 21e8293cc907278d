import type { ManifestCommand, ManifestNav, ManifestRoute } from '@spawnpoint/sdk/common'
import { expect, it, vi } from 'vitest'
import { createKernel } from '../create-kernel.ts'
import { planPlugin } from '../plan-plugin.testing.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { findCurrent } from './menus.ts'

const route = (id: string, over: Partial<ManifestRoute> = {}): ManifestRoute => ({
  id,
  path: `/${id}`,
  area: 'user',
  module: id,
  title: id,
  ...over,
})
const item = (id: string, over: Partial<ManifestNav> = {}): ManifestNav => ({
  area: 'user',
  route: id,
  label: id,
  ...over,
})

const setUp = async (
  routes: readonly ManifestRoute[],
  nav: readonly ManifestNav[],
  permissions: readonly string[] = [],
  commands: readonly ManifestCommand[] = [],
) => {
  const platform = createMemoryPlatform({
    cookies: { user_token: 'x' },
    fetch: async () => Response.json({ success: true, user_info: {}, billing: {}, stats: {}, permissions }),
  })
  const kernel = createKernel({
    platform,
    chunks: {},
    modules: { builtin: {}, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  const acme = planPlugin('acme', { contributes: { routes, nav, commands } })
  kernel.apply({ version: 1, plugins: [acme], settings: { store_enabled: false }, safeMode: false })
  await kernel.session.start()
  return { ...kernel, advance: platform.clock.advance }
}
const labels = (kernel: Awaited<ReturnType<typeof setUp>>, area: ManifestNav['area']) =>
  [...Map.groupBy(kernel.host.menu(area).getState(), ({ group }) => group)].map(([group, entries]) => [
    group,
    entries.map(({ label }) => label),
  ])

it('shows what the visitor may open, grouped and in order', async () => {
  const routes = [
    route('home'),
    route('earn'),
    route('store', { flag: 'store_enabled' }),
    route('ticket', { path: '/ticket/:id' }),
  ]
  const nav = [
    item('earn', { group: 'earn', order: 2 }),
    item('store'),
    item('ticket'),
    // The page itself opens without the flag.
    item('earn', { group: 'earn', order: 3, flag: 'store_enabled' }),
    item('home', { order: 1 }),
    item('nowhere'),
  ]
  expect(labels(await setUp(routes, nav), 'user')).toEqual([
    ['main', ['home']],
    ['earn', ['earn']],
  ])
})

it('lists commands and pages that the visitor may open, but none that needs a parameter', async () => {
  const routes = [
    route('home'),
    route('store', { flag: 'store_enabled' }),
    route('ticket', { path: '/ticket/:id' }),
    route('left', { area: 'guest' }),
    route('away', { module: undefined, redirect: '/api/away' }),
    route('users', { area: 'admin', permission: 'admin.users.list' }),
  ]
  const commands = ['home', 'store', 'ticket'].map((id) => ({ id: `open-${id}`, title: id, route: id }))
  const { host } = await setUp(routes, [], [], commands)
  const idsOf = (name: 'commands' | 'pages') =>
    host
      .menu(name)
      .getState()
      .map(({ id, path, group }) => [id, path, group])
  expect(idsOf('commands')).toEqual([['acme/command:open-home', '/home', 'main']])
  expect(idsOf('pages')).toEqual([['acme/home', '/home', 'user']])
})

it('shows admin entries only to who holds their permission', async () => {
  const routes = [
    route('users', { area: 'admin', permission: 'admin.users.list' }),
    route('roles', { area: 'admin', permission: 'admin.roles.list' }),
  ]
  const nav = [item('users', { area: 'admin' }), item('roles', { area: 'admin' })]
  expect(labels(await setUp(routes, nav, ['admin.users.list']), 'admin')).toEqual([['main', ['users']]])
  expect(labels(await setUp(routes, nav, ['*', 'admin.root']), 'admin')).toEqual([
    ['main', ['users', 'roles']],
  ])
})

it('takes what a plugin makes of the menu', async () => {
  const kernel = await setUp([route('home'), route('earn')], [item('home'), item('earn')])
  kernel.bus.on('core', 'navItems', (items) => items.filter(({ route: id }) => id !== 'earn'))
  expect(labels(kernel, 'user')).toEqual([['main', ['home']]])
})

// Without the shell's messages their key is drawn.
const fromEvil = 'plugin.from'

/** The product with a dashboard and a log-out, beside an added plugin with these entries. */
const besideAdded = async (entries: readonly string[]) => {
  const kernel = await setUp(
    [route('home'), route('leave')],
    [item('home', { label: 'Dashboard' })],
    [],
    [{ id: 'leave', title: 'Log out', route: 'leave' }],
  )
  const plan = kernel.registry.plan.getState()
  const evil = planPlugin('evil', {
    kind: 'plugin',
    title: '%title%',
    labels: { '%title%': 'Evil things' },
    contributes: {
      routes: entries.map((title, at) => route(`r${at}`, { path: `/p/evil/${at}`, title })),
      nav: entries.map((label, at) => item(`r${at}`, { label })),
      commands: entries.map((title, at) => ({ id: `c${at}`, title, route: `r${at}` })),
    },
  })
  kernel.apply({ ...plan, version: 2, plugins: [...plan.plugins, evil] })
  const shown = (name: 'user' | 'commands' | 'pages') =>
    kernel.host
      .menu(name)
      .getState()
      .map(({ label, from }) => [label, from])
  return { kernel, shown }
}

it('[RTP17] says of each entry of an added plugin which plugin it is from', async () => {
  const { shown } = await besideAdded(['Spin'])
  expect(shown('user')).toEqual([
    ['Dashboard', undefined],
    ['Spin', fromEvil],
  ])
  expect(shown('commands')).toEqual([
    ['Log out', undefined],
    ['Spin', fromEvil],
  ])
  expect(shown('pages')).toContainEqual(['Spin', fromEvil])
})

it('[RTP17] leaves out entries of an added plugin that read like one of the product, and says so once', async () => {
  const { kernel, shown } = await besideAdded([' DASHBOARD', 'L\u043eg out', 'Dashboards'])
  for (const name of ['user', 'commands', 'pages'] as const)
    expect(shown(name).filter(([, from]) => from)).toEqual([['Dashboards', fromEvil]])
  expect(shown('user')[0]).toEqual(['Dashboard', undefined])
  await kernel.advance(50)
  const told = kernel.trace.getState().filter(({ plugin }) => plugin === 'evil')
  expect(told.map(({ kind }) => kind)).toEqual(['error', 'error'])
  expect(told[0]?.title).toContain('E_LABEL_TAKEN evil')
})

it('marks the entry that the path belongs to most closely', async () => {
  const kernel = await setUp(
    [route('admin', { path: '/mc-admin' }), route('users', { path: '/mc-admin/users' })],
    [item('admin'), item('users')],
  )
  const entries = kernel.host.menu('user').getState()
  expect(findCurrent(entries, '/mc-admin/users/4/edit')?.label).toBe('users')
  expect(findCurrent(entries, '/mc-admin/health')?.label).toBe('admin')
  expect(findCurrent(entries, '/elsewhere')).toBeNull()
})

it('marks an entry on the pages that its plugin places under it', async () => {
  const kernel = await setUp(
    [route('home', { path: '/home' }), route('create', { path: '/server/create' })],
    [{ ...item('home'), under: ['/server'] }, item('create')],
  )
  const entries = kernel.host.menu('user').getState()
  expect(findCurrent(entries, '/server/4/console')?.label).toBe('home')
  expect(findCurrent(entries, '/server/create')?.label).toBe('create')
  expect(findCurrent(entries, '/servers')).toBeNull()
})

it('judges a whole menu at one moment: the cookies are read once, not for each entry', async () => {
  const ids = Array.from({ length: 50 }, (_, number) => `page${number}`)
  const kernel = await setUp(
    ids.map((id) => route(id)),
    ids.map((id) => item(id)),
  )
  const read = vi.spyOn(kernel.platform.cookies, 'get')
  expect(kernel.host.menu('user').getState()).toHaveLength(50)
  expect(read.mock.calls.length).toBeLessThan(10)
})
