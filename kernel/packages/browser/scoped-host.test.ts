// @vitest-environment jsdom
import { createBrowserHost } from '@spawnpoint/sdk/testing'
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { dialogs } from '../../../sdk/ui/dialogs.ts'
import { toasts } from '../../../sdk/ui/toasts.ts'
import { createPluginLife } from './plugin-life.ts'
import { createScopedHost } from './scoped-host.ts'

const endpoint = (path: string) =>
  defineEndpoint({
    method: 'GET',
    // Also such as no declaration allows: at run time nothing checks them.
    path: path as `/api/${string}`,
    summary: 's',
    access: { user: true },
    params: z.object({ a: z.string() }),
    reply: z.looseObject({}),
  })
const own = endpoint('/api/acme/notes/:a')
const foreign = endpoint('/api/store/items/:a')
const params = { a: '1' }

afterEach(() => {
  for (const { id } of toasts.getState()) toasts.close(id)
})

const setUp = async (...capabilities: readonly string[]) => {
  const app = await createBrowserHost({
    person: {
      permissions: ['plugin.acme.view', 'admin.users.list'],
      user: { uuid: 'u1', username: 'ada', email: 'ada@example.com' },
    },
    storage: { 'plugin.acme.old': 'kept', 'plugin.other.x': 'not yours', 'ui-settings': '{}' },
  })
  for (const each of [own, foreign]) app.server.answer(each, () => ({ said: each.path }))
  const life = createPluginLife()
  const host = createScopedHost(app.host, { id: 'acme', capabilities }, life)
  return { app, host, life }
}

const missing = (capability: string) =>
  `E_CAPABILITY acme: add "${capability}" to capabilities in manifest.ts`

describe('calls', () => {
  it('[RTP4] reach the own server module, and others only with http.core', async () => {
    const { host } = await setUp()
    expect(await host.call(own, { params })).toEqual({ said: own.path })
    await expect(host.call(foreign, { params })).rejects.toThrow(missing('http.core'))
    const { host: granted } = await setUp('http.core')
    expect(await granted.call(foreign, { params })).toEqual({ said: foreign.path })
  })

  it.each([
    ['a param', '/api/acme/:a/store/items', { a: '..' }],
    ['the path', '/api/acme/../store/items', undefined],
    ['an escape', '/api/acme/%2e%2e/store/items', undefined],
    ['a backslash', '/api/acme\\..\\store/items', undefined],
    ['a second host', '//evil.example/api/acme/x', undefined],
    ['another scheme', 'https://evil.example/api/acme/x', undefined],
    ['a longer id', '/api/acme-two/items', undefined],
  ])('[RTP4] do not leave the own half by %s', async (_how, path, given) => {
    const { host, app } = await setUp()
    const call = host.call(endpoint(path), { params: given ?? params })
    await expect(call).rejects.toThrow(missing('http.core'))
    expect(app.server.calls(endpoint('/api/store/items'))).toEqual([])
  })

  it('[RTP4] do not ask who is signed in by way of http.core', async () => {
    const { host } = await setUp('http.core')
    await expect(host.call(endpoint('/api/user/session'), { params })).rejects.toThrow(
      missing('session.profile'),
    )
  })

  it('[RTP4] to other hosts need each host by name', async () => {
    const { host } = await setUp()
    await expect(host.fetch('https://api.acme.test/x')).rejects.toThrow(missing('http.external:<host>'))
    const { host: granted } = await setUp('http.external:api.acme.test', 'http.external:*.cdn.test')
    for (const url of [
      'https://evil.test/',
      'http://api.acme.test/',
      'https://cdn.test/',
      '/api/user/session',
    ])
      await expect(granted.fetch(url)).rejects.toThrow('E_HOST acme')
    // The made-up network knows nothing of it, so its answer is what shows that it was asked.
    expect((await granted.fetch('https://a.cdn.test/x')).status).toBe(404)
  })
})

describe('the visitor', () => {
  it('[RTP4] is known by name only with session.profile, and never by address', async () => {
    const { host } = await setUp()
    expect(() => host.session.getState()).toThrow(missing('session.profile'))
    const { host: granted } = await setUp('session.profile')
    expect(granted.session.getState().user).toEqual({ uuid: 'u1', username: 'ada' })
    expect(granted.session.getState()).toBe(granted.session.getState())
  })

  it('[RTP4] shows what they may of the plugin itself, other rights only with session.profile', async () => {
    const { host } = await setUp()
    expect(host.can('plugin.acme.view')).toBe(true)
    expect(() => host.can('admin.users.list')).toThrow(missing('session.profile'))
    expect((await setUp('session.profile')).host.can('admin.users.list')).toBe(true)
    const { app, life } = await setUp()
    const required = createScopedHost(app.host, { id: 'acme', requires: ['admin.users.list'] }, life)
    expect(required.can('admin.users.list')).toBe(true)
    expect(() => required.can('admin.users.edit')).toThrow(missing('session.profile'))
  })

  it('[RTP4] shows what they may open only with session.profile, and is led there only with navigate', async () => {
    const { host } = await setUp()
    expect(() => host.menu('pages')).toThrow(missing('session.profile'))
    const entry = { id: 'x/x', plugin: 'x', label: 'X', icon: 'X', path: '/x', group: 'main' }
    await expect(host.openEntry(entry)).rejects.toThrow(missing('navigate'))
    const { host: granted, app } = await setUp('session.profile', 'navigate')
    expect(granted.menu('pages').getState()).toEqual([])
    await granted.openEntry(entry)
    await expect.poll(app.path).toBe('/x')
  })

  it('[RTP4] decides alone over language, look and signing out', async () => {
    const { host, app } = await setUp('session.profile')
    expect(() => host.setLocale('DE')).toThrow('E_NOT_FOR_PLUGINS')
    expect(() => host.forgetSession()).toThrow('E_NOT_FOR_PLUGINS')
    expect(() => host.uiSettings.setState(host.uiSettings.getState(), true)).toThrow('E_NOT_FOR_PLUGINS')
    expect(app.host.session.getState().status).toBe('signed-in')
  })
})

describe('storage, pages and messages', () => {
  it('[RTP4] keeps values under its own names', async () => {
    const refused = (await setUp()).host.storage
    for (const use of [() => refused.get('old'), () => refused.set('a', 'b'), () => refused.entries()])
      expect(use).toThrow(missing('storage'))
    const { host, app } = await setUp('storage')
    host.storage.set('tab', 'log')
    expect(host.storage.entries()).toEqual([
      ['old', 'kept'],
      ['tab', 'log'],
    ])
    expect(app.host.storage.get('plugin.acme.tab')).toBe('log')
    expect(host.storage.get('../other.x')).toBeNull()
  })

  it('[RTP4] leads to its own pages, and to others only with navigate', async () => {
    const { host } = await setUp()
    expect(() => host.navigate('/p/acme/notes')).not.toThrow()
    expect(() => host.navigate('/mc-admin/x/acme')).not.toThrow()
    expect(() => host.navigate('/plugins/acme/config')).not.toThrow()
    for (const to of ['/dashboard', '/p/acme/../store', '/p/acme-two', '//evil.example'])
      expect(() => host.navigate(to)).toThrow(missing('navigate'))
    expect(() => host.leaveTo('/api/auth/2fa/setup/kill')).toThrow(missing('navigate'))
  })

  it('[RTP4] shows messages only with notify', async () => {
    const { host } = await setUp()
    expect(() => host.notify.toast({ title: 'x' })).toThrow(missing('notify'))
    await expect(host.notify.dialog({ title: 'x' })).rejects.toThrow(missing('notify'))
    expect(toasts.getState()).toEqual([])
  })
})

it('[RTP5] undoes what it made when the plugin leaves, and does nothing afterwards', async () => {
  const { host, app, life } = await setUp('notify', 'storage')
  const tick = vi.fn()
  const heard = vi.fn()
  host.clock.setTimeout(tick, 1000)
  host.locale.subscribe(heard)
  host.notify.toast({ title: 'bye', seconds: null })
  expect(toasts.getState()).toHaveLength(1)
  life.end()
  await app.clock.advance(2000)
  await app.host.setLocale('DE')
  expect(tick).not.toHaveBeenCalled()
  expect(heard).not.toHaveBeenCalled()
  expect(toasts.getState()).toEqual([])
  await expect(host.call(own, { params })).rejects.toThrow('E_PLUGIN_OFF acme')
  expect(() => host.storage.set('a', 'b')).toThrow('E_PLUGIN_OFF acme')
})

it('[RTP5] takes an open question back when the plugin leaves, as if it had been declined', async () => {
  const { host, life } = await setUp('notify')
  const [first, second] = [host.notify.dialog({ title: 'Sure?' }), host.notify.dialog({ title: 'Really?' })]
  dialogs.getState()[0]?.answer(true)
  expect(await first).toBe(true)
  expect(dialogs.getState()).toMatchObject([{ title: 'Really?' }])
  life.end()
  expect(dialogs.getState()).toEqual([])
  expect(await second).toBe(false)
})

it('[RTP5] closes no dialog and no toast of others when it leaves', async () => {
  const { app, life } = await setUp('notify')
  const others = app.host.notify.dialog({ title: 'Of somebody else' })
  app.host.notify.toast({ title: 'of somebody else', seconds: null })
  life.end()
  expect(dialogs.getState()).toHaveLength(1)
  expect(toasts.getState()).toHaveLength(1)
  dialogs.getState()[0]?.answer(true)
  expect(await others).toBe(true)
})

it('[RTP5] hears nothing more by any store of its host', async () => {
  const { app, host, life } = await setUp('session.profile')
  const heard = vi.fn()
  const stores = [
    host.session,
    host.settings,
    host.uiSettings,
    host.locale,
    host.location,
    host.routes,
    host.plan,
    host.trace,
    host.configOf('acme'),
    host.contributions('slot', 'dashboard.before'),
  ]
  for (const store of stores) store.subscribe(heard)
  life.end()
  const { kernel } = app
  kernel.apply({ ...kernel.registry.plan.getState(), version: 2, settings: { app_name: 'Other' } })
  await app.host.setLocale('DE')
  await app.host.refreshSession('refresh')
  app.host.navigate('/elsewhere')
  kernel.trace.add({ kind: 'error', title: 'x', detail: {} })
  app.host.uiSettings.setState({ ...app.host.uiSettings.getState() }, true)
  await app.clock.advance(1000)
  expect(heard).not.toHaveBeenCalled()
})

it('[RTP5] clears its own timers and nobody else’s', async () => {
  const { app, host } = await setUp()
  const [own, others] = [vi.fn(), vi.fn()]
  const theirs = app.host.clock.setTimeout(others, 1000)
  const mine = host.clock.setTimeout(own, 1000)
  host.clock.clearTimeout(theirs)
  host.clock.clearTimeout(mine)
  await app.clock.advance(1000)
  expect(own).not.toHaveBeenCalled()
  expect(others).toHaveBeenCalledOnce()
})
