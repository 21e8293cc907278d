// @vitest-environment jsdom
import { createBrowserHost } from '@spawnpoint/sdk/testing'
import { expect, it } from 'vitest'
import { arrive } from './browser/arrive.ts'
import manifest from './manifest.ts'

const plugins = [{ manifest, folder: import.meta.dirname, modules: {} }]
const preferences = { locale: 'DE', transition: 'flip', uiSettings: { theme: 'dark' } }

it('restores language, appearance and target of the account once the session is there', async () => {
  const app = await createBrowserHost({ plugins, at: '/auth/login' })
  const { host } = app
  await arrive(host, { next: '/ticket?page=2', preferences })
  expect(host.locale.getState()).toBe('DE')
  expect(host.storage.get('preferredTransition')).toBe('flip')
  expect(host.storage.get('ui-settings')).toBe('{"theme":"dark"}')
  expect(host.storage.get('redirectAfterLogin')).toBe('/ticket?page=2')
  await expect.poll(app.path).toBe(host.pathTo('auth-redirect'))
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
