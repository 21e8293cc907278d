// @vitest-environment jsdom
import { logOut } from '@spawnpoint/contracts/auth'
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { createBrowserHost, renderPlugin } from '@spawnpoint/sdk/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import endSession from './browser/log-out.ts'
import manifest from './manifest.ts'

afterEach(cleanup)

const folder = import.meta.dirname

it('[AUT36] the log-out entry of the account menu logs out at one click', async () => {
  const app = await createBrowserHost({ plugins: [{ manifest, folder, modules: {} }], at: '/p/acme' })
  app.server.answer(logOut, () => ({}))
  expect(app.host.session.getState().status).toBe('signed-in')
  await endSession(app.host)
  expect(app.server.calls(logOut)).toHaveLength(1)
  expect(app.host.session.getState().status).toBe('signed-out')
  await expect.poll(app.path).toBe('/auth/login')
})

it('[AUT36] the page that was open is not where the next person lands', async () => {
  const page = defineManifest({
    id: 'acme',
    version: '1.0.0',
    title: 'Acme',
    description: 'A fixture',
    capabilities: [],
    modules: { page: 'browser/page.tsx' },
    contributes: { routes: [{ id: 'acme', path: '/p/acme', area: 'user', module: 'page', title: 'Acme' }] },
  })
  const app = await renderPlugin(
    { manifest: page, folder, modules: { page: () => createElement('p', null, 'Acme page') } },
    {
      at: '/p/acme',
      beside: [{ manifest, folder, modules: { login: () => createElement('p', null, 'Log-in page') } }],
    },
  )
  app.server.answer(logOut, () => ({}))
  await screen.findByText('Acme page')
  await act(() => endSession(app.host))
  await screen.findByText('Log-in page')
  expect(app.host.storage.get('redirectAfterLogin')).toBeNull()
})

it('[AUT36] asks about unsaved changes before it logs out', async () => {
  const app = await createBrowserHost({ plugins: [{ manifest, folder, modules: {} }], at: '/p/acme' })
  app.server.answer(logOut, () => ({}))
  let mayLeave = false
  app.host.guardNavigation(async () => mayLeave)
  await endSession(app.host)
  expect(app.server.calls(logOut)).toEqual([])
  expect(app.host.session.getState().status).toBe('signed-in')
  mayLeave = true
  await endSession(app.host)
  expect(app.host.session.getState().status).toBe('signed-out')
})

it('[AUT36] stays logged in when the server did not answer', async () => {
  const app = await createBrowserHost({ plugins: [{ manifest, folder, modules: {} }], at: '/p/acme' })
  app.server.refuse(logOut, { code: 'SERVER_UNAVAILABLE', status: 503 })
  await expect(endSession(app.host)).rejects.toThrow()
  expect(app.host.session.getState().status).toBe('signed-in')
  expect(app.path()).toBe('/p/acme')
})
