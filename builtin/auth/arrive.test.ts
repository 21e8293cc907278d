// @vitest-environment jsdom
import { UNSAVED_LANGUAGE } from '@spawnpoint/contracts/account'
import { defaultUiSettings } from '@spawnpoint/sdk/browser'
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { createBrowserHost } from '@spawnpoint/sdk/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { arrive } from './browser/arrive.ts'
import manifest from './manifest.ts'

beforeEach(() => sessionStorage.clear())

const plugins = [{ manifest, folder: import.meta.dirname, modules: {} }]
const preferences = { locale: 'DE', transition: 'flip', uiSettings: { theme: 'dark' } }

it('restores language, appearance and target of the account once the session is there', async () => {
  const app = await createBrowserHost({ plugins, at: '/auth/login' })
  const { host } = app
  await arrive(host, { next: '/ticket?page=2', preferences })
  expect(host.locale.getState()).toBe('DE')
  expect(host.storage.get('preferredTransition')).toBe('flip')
  expect(host.uiSettings.getState().theme).toBe('dark')
  expect(host.storage.get('redirectAfterLogin')).toBe('/ticket?page=2')
  await expect.poll(app.path).toBe(host.pathTo('auth-redirect'))
})

it('[AUT49] keeps the language that somebody chose before the log-in', async () => {
  const storage = { [UNSAVED_LANGUAGE]: 'FR' }
  const app = await createBrowserHost({ plugins, at: '/auth/login', locale: 'FR', storage })
  await arrive(app.host, { next: null, preferences })
  expect(app.host.locale.getState()).toBe('FR')
  expect(app.host.uiSettings.getState().theme).toBe('dark')
  expect(app.host.storage.get(UNSAVED_LANGUAGE)).toBe('FR')
})

it('[AUT50] gives the next person at this browser nothing of the look of the one before', async () => {
  const sidebar = { ...defaultUiSettings.sidebar, compactMode: true }
  const storage = {
    appearance_of: 'ada',
    preferredTransition: 'flip',
    'ui-settings': JSON.stringify({ ...defaultUiSettings, theme: 'light', sidebar }),
  }
  const nothing = { locale: null, transition: null, uiSettings: null }
  const at = { plugins, at: '/auth/login', storage }
  const grace = await createBrowserHost({ ...at, person: { user: { uuid: 'grace' } } })
  await arrive(grace.host, { next: null, preferences: nothing })
  expect(grace.host.uiSettings.getState()).toEqual({ ...defaultUiSettings, theme: 'light' })
  expect(grace.host.storage.get('preferredTransition')).toBeNull()
  const ada = await createBrowserHost({ ...at, person: { user: { uuid: 'ada' } } })
  await arrive(ada.host, { next: null, preferences: nothing })
  expect(ada.host.uiSettings.getState().sidebar).toEqual(sidebar)
  expect(ada.host.storage.get('preferredTransition')).toBe('flip')
})

it('keeps the saved target while the second factor is set up first', async () => {
  const storage = { redirectAfterLogin: '/store' }
  const app = await createBrowserHost({ plugins, at: '/auth/login', storage })
  await arrive(app.host, { next: '/auth/2fa/setup', preferences })
  await expect.poll(app.path).toBe('/auth/2fa/setup')
  expect(app.host.storage.get('redirectAfterLogin')).toBe('/store')
})

it('restores nothing into a tab whose session was refused', async () => {
  const app = await createBrowserHost({
    plugins,
    at: '/auth/login',
    person: null,
    cookies: { user_token: 'x' },
  })
  await arrive(app.host, { next: '/ticket', preferences })
  expect(app.host.storage.get('redirectAfterLogin')).toBeNull()
  expect(app.host.locale.getState()).toBe('EN')
})

describe('where no page was asked for', () => {
  const office = defineManifest({
    id: 'acme',
    version: '1.0.0',
    title: 'Acme',
    description: 'A fixture',
    capabilities: [],
    permissions: {
      defines: ['home', 'rows'].map((name) => ({
        constant: `ACME_${name.toUpperCase()}`,
        value: `acme.${name}`,
        category: 'Acme',
        description: name,
      })),
    },
    modules: { page: 'browser/page.tsx' },
    contributes: {
      adminPages: ['home', 'rows'].map((id) => ({
        id,
        path: `/mc-admin/x/acme/${id}`,
        permission: `acme.${id}`,
        area: 'admin' as const,
        module: 'page',
        title: id,
        ...(id === 'home' && { wellKnown: 'admin' as const }),
      })),
      nav: [{ area: 'admin', route: 'rows', label: 'Rows' }],
    },
  })
  const added = { manifest: office, folder: import.meta.dirname, modules: { page: () => null } }

  it.each([
    ['the home of the administration', ['acme.home', 'acme.rows'], '/mc-admin/x/acme/home', {}],
    ['the first page that they may open', ['acme.rows'], '/mc-admin/x/acme/rows', {}],
    ['the dashboard, as a customer', [], null, {}],
    ['the page that was asked for', ['acme.home'], '/store', { redirectAfterLogin: '/store' }],
  ])('[AUT42] leads to %s', async (_where, permissions, start, storage) => {
    const app = await createBrowserHost({
      plugins: [...plugins, added],
      at: '/auth/login',
      person: { permissions },
      storage,
    })
    await arrive(app.host, { next: null, preferences })
    expect(app.host.storage.get('redirectAfterLogin')).toBe(start)
  })
})
