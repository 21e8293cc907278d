// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { resourcePage } from '@spawnpoint/sdk/resource/browser'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import manifest from './manifest.ts'
import roleView from './browser/role-view.tsx'
import { roles } from './resource.ts'
import PermissionsPage from './browser/permissions-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const id = '00000000-0000-4000-8000-000000000003'
const list = 'GET /api/roles/:id/permissions'
const change = 'PATCH /api/roles/:id/permissions'
const entry = (value: string, category: string, granted = false, allowed = true) => ({
  value,
  plugin: 'roles',
  category,
  description: `May ${value}`,
  granted,
  allowed,
})
const permissions = (over: object = {}) => ({
  role: { id, name: 'Support', color: '#0d9488' },
  editable: true,
  entries: [
    entry('admin.root', 'Admin Root', false, false),
    entry('admin.roles.list', 'Admin Roles', true),
    entry('admin.roles.edit', 'Admin Roles'),
  ],
  strays: [],
  ...over,
})
const open = (answers: Parameters<typeof renderPage>[1]['answers'], held = ['admin.permissions.edit']) =>
  renderPage(PermissionsPage, {
    manifest,
    at: `/mc-admin/roles/${id}/permissions`,
    permissions: held,
    answers,
  })
const names: Readonly<Record<string, string>> = {
  'admin.roles.list': 'Roles: List',
  'admin.roles.edit': 'Roles: Edit',
  'admin.root': 'Everything',
}
const box = (value: string) => screen.findByRole('checkbox', { name: names[value] ?? value })

it('[ROL5] collects what is given and taken, and saves it in one call', async () => {
  const { callsTo } = open({ [list]: () => permissions(), [change]: () => ({ granted: [] }) })
  await userEvent.click(await box('admin.roles.edit'))
  await userEvent.click(await box('admin.roles.list'))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes (2)' }))
  await waitFor(() => expect(callsTo(change)).toHaveLength(1))
  expect(callsTo(change)[0]).toMatchObject({
    params: { id },
    body: { grant: ['admin.roles.edit'], revoke: ['admin.roles.list'] },
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: /Save changes/ })).toBeNull())
})

it('[ROL7] does not offer what one does not hold', async () => {
  open({ [list]: () => permissions() })
  expect(await box('admin.root')).toHaveProperty('disabled', true)
})

it('[ROL8] offers nothing of a role that stands above', async () => {
  open({ [list]: () => permissions({ editable: false }) })
  expect(await box('admin.roles.edit')).toHaveProperty('disabled', true)
  expect(screen.getByText(/you can't change it/)).toBeTruthy()
})

it('[ROL14] lets who may only give only give', async () => {
  open({ [list]: () => permissions() }, ['admin.permissions.create'])
  expect(await box('admin.roles.edit')).toHaveProperty('disabled', false)
  expect(await box('admin.roles.list')).toHaveProperty('disabled', true)
})

it('[ROL9] asks for the password when reauthentication is wanted, then saves', async () => {
  let isGiven = false
  const { callsTo } = open({
    [list]: () => permissions({ entries: [entry('admin.root', 'Admin Root')] }),
    [change]: () => (isGiven ? { granted: ['admin.root'] } : refuse('REAUTHENTICATION_REQUIRED', 403)),
    'POST /api/auth/reauthenticate': ({ body }) => {
      isGiven = Reflect.get(body ?? {}, 'password') === 'right'
      return isGiven ? {} : refuse('AUTH_PASSWORD_WRONG', 400, { password: 'wrong' })
    },
  })
  await userEvent.click(await box('admin.root'))
  await userEvent.click(screen.getByRole('button', { name: 'Save changes (1)' }))
  await userEvent.type(await screen.findByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('Wrong password.')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Password'))
  await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}')
  await waitFor(() => expect(callsTo(change)).toHaveLength(2))
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
})

it('[ROL4] searches, and says when a role is gone', async () => {
  open({ [list]: () => permissions() })
  await userEvent.type(await screen.findByRole('searchbox'), 'roles.list')
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  cleanup()
  open({ [list]: () => refuse('NOT_FOUND', 404) })
  expect(await screen.findByText('This role no longer exists')).toBeTruthy()
})

it('[ROL16] asks before permissions that are not saved are lost', async () => {
  open({ [list]: () => permissions(), [change]: () => ({ granted: [] }) })
  const isHeldBack = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await userEvent.click(await box('admin.roles.edit'))
  expect(isHeldBack()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save changes (1)' }))
  await waitFor(() => expect(isHeldBack()).toBe(false))
})

it('[ROL1] offers no deletion of a core role, and says why', async () => {
  const row = (name: string, core: boolean) => ({
    id: name,
    version: 1,
    name,
    realName: name,
    color: '#000000',
    members: 0,
    core,
  })
  renderPage(resourcePage(roles, 'list', roleView), {
    manifest,
    at: '/mc-admin/roles',
    permissions: ['admin.roles.list', 'admin.roles.delete'],
    answers: {
      'GET /api/roles': () => ({
        items: [row('Admin', true), row('Moderator', false)],
        next: null,
        previous: null,
        total: 2,
      }),
    },
  })
  const itemOf = async (name: string) => {
    const button = await screen.findByRole('button', { name: `Actions for ${name}` })
    const menu = document.getElementById(button.getAttribute('popovertarget') ?? '') ?? document.body
    return within(menu).getByRole('menuitem', { name: /^Delete/, hidden: true })
  }
  expect((await itemOf('Moderator')).getAttribute('href')).toMatch(/^\/mc-admin\/roles\/.+\/delete$/)
  const kept = await itemOf('Admin')
  expect(kept.getAttribute('aria-disabled')).toBe('true')
  expect(kept.textContent).toBe("DeleteBuilt-in roles can't be deleted.")
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
})

it('[ROL17] grants all of a row, and names what no enabled plugin defines', async () => {
  const { callsTo } = open({
    [list]: () => permissions({ strays: ['admin.tickets.list'] }),
    [change]: () => ({ granted: [] }),
  })
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Grant all of Roles' }))[0] ?? document.body,
  )
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Not in use' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes (1)' }))
  await waitFor(() => expect(callsTo(change)).toHaveLength(1))
  expect(callsTo(change)[0]).toMatchObject({ body: { grant: ['admin.roles.edit'], revoke: [] } })
})
