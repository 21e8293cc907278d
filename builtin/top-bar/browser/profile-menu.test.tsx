// @vitest-environment jsdom
import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { drawInTopBar } from '../testing.ts'
import { ProfileMenu } from './profile-menu.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const page = (id: string, path: string, permission: string) =>
  ({ id, path, area: 'admin', permission, module: 'page', title: id }) as const

const manifest = defineManifest({
  id: 'acme',
  version: '1.0.0',
  title: 'Acme',
  description: 'A fixture',
  capabilities: [],
  permissions: {
    defines: ['home', 'rows', 'codes'].map((name) => ({
      constant: `ACME_${name.toUpperCase()}`,
      value: `acme.${name}`,
      category: 'Acme',
      description: name,
    })),
  },
  modules: { page: 'browser/page.tsx' },
  contributes: {
    adminPages: [
      { ...page('home', '/mc-admin/x/acme/home', 'acme.home'), wellKnown: 'admin' },
      page('rows', '/mc-admin/x/acme/rows', 'acme.rows'),
      page('codes', '/mc-admin/x/acme/codes', 'acme.codes'),
    ],
    nav: [
      { area: 'admin', route: 'home', label: 'Home', order: 0 },
      { area: 'admin', route: 'rows', label: 'Rows', order: 2 },
      { area: 'admin', route: 'codes', label: 'Codes', order: 1 },
    ],
  },
})

const draw = async (options: Parameters<typeof drawInTopBar>[1]) => {
  const app = await drawInTopBar(<ProfileMenu />, options)
  await userEvent.click(screen.getByRole('button'))
  return app
}

const adminLink = async (permissions: readonly string[]) => {
  const plugin = { manifest, folder: import.meta.dirname, modules: { page: () => null } }
  await draw({ plugins: [plugin], person: { permissions } })
  return screen.queryByRole('menuitem', { name: 'Admin area', hidden: true })?.getAttribute('href') ?? null
}

it.each([
  ['its home', ['acme.home', 'acme.codes'], '/mc-admin/x/acme/home'],
  [
    'the first page of its menu, where its home is closed',
    ['acme.codes', 'acme.rows'],
    '/mc-admin/x/acme/codes',
  ],
  ['nothing, where all of it is closed', [], null],
])('leads into the admin area, to %s', async (_where, permissions, path) => {
  expect(await adminLink(permissions)).toBe(path)
})

it('leads back to the customer area from a page of the admin area', async () => {
  const plugin = { manifest, folder: import.meta.dirname, modules: { page: () => null } }
  await draw({ plugins: [plugin], person: { permissions: ['acme.rows'] }, at: '/mc-admin/x/acme/rows' })
  expect(screen.queryByRole('menuitem', { name: 'Admin area', hidden: true })).toBeNull()
  expect(screen.getByRole('menuitem', { name: 'Customer area', hidden: true })).toBeTruthy()
})

it.each([
  ['does what the module of an entry says', true, '/p/acme/left'],
  ['opens the page of an entry whose module fails', false, '/p/acme/leave'],
])('%s', async (_what, works, path) => {
  const leaving = defineManifest({
    ...manifest,
    permissions: { defines: [] },
    modules: { page: 'browser/page.tsx', leave: 'browser/leave.ts' },
    contributes: {
      routes: [{ id: 'leave', path: '/p/acme/leave', area: 'public', module: 'page', title: 'Leave' }],
      nav: [{ area: 'account', route: 'leave', module: 'leave', label: 'Leave' }],
    },
  })
  const leave = async (host: BrowserHost) => {
    if (!works) throw new Error('not today')
    host.navigate('/p/acme/left')
  }
  const { kernel } = await draw({
    // The type of a test's modules knows components only.
    plugins: [{ manifest: leaving, folder: import.meta.dirname, modules: { leave: leave as never } }],
  })
  await userEvent.click(
    screen.getByRole('menuitem', { name: /^Leave ?\(From the plugin Acme\)$/, hidden: true }),
  )
  await expect.poll(() => kernel.navigation.location.getState().path).toBe(path)
})

it('holds theme and language where the bar has no room for them', async () => {
  const width = innerWidth
  Object.assign(window, { innerWidth: 390 })
  try {
    const { host } = await draw({})
    await userEvent.click(screen.getByRole('menuitem', { name: 'Theme: system', hidden: true }))
    expect(host.uiSettings.getState().theme).toBe('dark')
    expect(screen.getByRole('menuitem', { name: 'Deutsch', hidden: true })).toBeTruthy()
  } finally {
    Object.assign(window, { innerWidth: width })
  }
})
