// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import manifest from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import DeletePage from './browser/delete-page.tsx'
import EditPage from './browser/edit-page.tsx'
import ListPage from './browser/list-page.tsx'

beforeAll(supportOverlays)
afterEach(() => {
  cleanup()
  window.location.hash = ''
})

const id = '0198c0de-0000-7000-8000-000000000001'
const role = { id: '00000000-0000-4000-8000-000000000001', name: 'Default', color: '#6b7280' }
const vip = { id: '00000000-0000-4000-8000-000000000002', name: 'VIP', color: '#d97706' }
const aPerson = (over: object = {}) => ({
  id,
  username: 'ada',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  avatar: null,
  verified: true,
  banned: false,
  role,
  createdAt: '2026-01-02T03:04:05.000Z',
  lastSeenAt: '2026-01-02T03:04:05.000Z',
  version: 3,
  bannedReason: '',
  firstIp: '203.0.113.7',
  lastIp: '203.0.113.8',
  self: false,
  editable: true,
  ...over,
})
const all = ['admin.users.list', 'admin.users.edit', 'admin.users.delete', 'admin.users.email']
const roles = { 'GET /api/users/roles': () => ({ roles: [role, vip] }) }
const update = 'PATCH /api/users/:id'
const one = (over: object = {}) => ({ ...roles, 'GET /api/users/:id': () => ({ item: aPerson(over) }) })
const edit = (answers: Parameters<typeof renderPage>[1]['answers']) =>
  renderPage(EditPage, { manifest, at: `/mc-admin/users/${id}/edit`, permissions: all, answers })

describe('the list', () => {
  const list = 'GET /api/users'
  const listed = (items: object[]) => ({
    items,
    next: 'more',
    previous: null,
    total: items.length,
    more: false,
  })
  const open = (answers: object = {}, at = '/mc-admin/users') =>
    renderPage(ListPage, {
      manifest,
      at,
      permissions: all,
      answers: { ...roles, [list]: () => listed([aPerson()]), ...answers },
    })

  it('[USR5] says that only some of too many matches are listed', async () => {
    open({ [list]: () => ({ ...listed([aPerson()]), total: 124_766, sortedWithin: 500 }) })
    await screen.findByText(
      'About 124,766 matches, too many to sort. 500 of them are listed; narrow the search to see the others.',
    )
  })

  it('[USR5] asks the server with what stands in the address, and writes changes there', async () => {
    const { callsTo, location } = open({}, '/mc-admin/users?search=ada&sort=email&order=asc')
    await screen.findByRole('option', { name: 'VIP' })
    await waitFor(() =>
      expect(callsTo(list)[0]).toMatchObject({ query: { search: 'ada', sort: 'email', order: 'asc' } }),
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'VIP')
    const address = () => new URLSearchParams(location.getState().search)
    expect(address().get('filter')).toBe(`role:${vip.id}`)
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(address().get('cursor')).toBe('more')
  })

  it('[USR4] draws a person, an empty list, and a refusal', async () => {
    open()
    const row = within((await screen.findByText('ada@example.com')).closest('tr') ?? document.body)
    expect(row.getByText('Default')).toBeTruthy()
    expect(screen.getByText('1 user')).toBeTruthy()
    expect(row.getByRole('link', { name: 'Edit ada' }).getAttribute('href')).toBe(
      `/mc-admin/users/${id}/edit`,
    )
    cleanup()
    open({ [list]: () => listed([]) })
    expect(await screen.findByText('No users yet')).toBeTruthy()
    cleanup()
    open({ [list]: () => refuse('FORBIDDEN', 403) })
    expect(await screen.findByText("You can't open this page")).toBeTruthy()
  })

  it('[USR16] opens the person behind a support PIN', async () => {
    const { location } = open({
      'POST /api/users/support-pin': ({ body }: { body?: object }) =>
        Reflect.get(body ?? {}, 'pin') === '123456' ? { id } : refuse('USERS_PIN_UNKNOWN', 404),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Enter support PIN' }))
    await userEvent.type(screen.getByLabelText('PIN'), '12{Enter}')
    expect(await screen.findByText('Enter the six digits of the support PIN.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('PIN'), '0000{Enter}')
    expect(await screen.findByText(/No user has this PIN/)).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('PIN'))
    await userEvent.type(screen.getByLabelText('PIN'), '123456{Enter}')
    await waitFor(() => expect(location.getState().path).toBe(`/mc-admin/users/${id}/edit`))
  })

  it('[USR24] leads staff who may not edit to a page that only shows the user', async () => {
    const lister = {
      manifest,
      permissions: ['admin.users.list'],
      answers: {
        ...one({ banned: true, bannedReason: 'Mined coins' }),
        [list]: () => listed([aPerson()]),
        'POST /api/users/support-pin': () => ({ id }),
      },
    }
    const { location } = renderPage(ListPage, { ...lister, at: '/mc-admin/users' })
    const read = `/mc-admin/users?user=${id}`
    expect((await screen.findByRole('link', { name: 'ada' })).getAttribute('href')).toBe(read)
    await userEvent.click(screen.getByRole('button', { name: 'Enter support PIN' }))
    await userEvent.type(screen.getByLabelText('PIN'), '123456{Enter}')
    await waitFor(() =>
      expect(location.getState()).toMatchObject({ path: '/mc-admin/users', search: `?user=${id}` }),
    )
    cleanup()
    renderPage(ListPage, { ...lister, at: read })
    expect(await screen.findByRole('heading', { name: 'ada' })).toBeTruthy()
    for (const shown of ['ada@example.com', 'Ada Lovelace', 'Mined coins', '203.0.113.8'])
      expect(screen.getByText(shown)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    cleanup()
    renderPage(ListPage, { ...lister, at: '/mc-admin/users', permissions: all })
    expect((await screen.findByRole('link', { name: 'ada' })).getAttribute('href')).toBe(
      `/mc-admin/users/${id}/edit`,
    )
    cleanup()
    renderPage(ListPage, { ...lister, at: read, permissions: all })
    expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe(
      `/mc-admin/users/${id}/edit`,
    )
  })
})

describe('the edit page', () => {
  it('[USR7] keeps one draft over the tabs and sends only what was changed', async () => {
    const { callsTo } = edit({ ...one(), [update]: () => ({ item: aPerson({ version: 4 }) }) })
    const name = await screen.findByLabelText('First name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Grace')
    await userEvent.click(screen.getByRole('tab', { name: 'Role and ban' }))
    await screen.findByRole('option', { name: 'VIP' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'VIP')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(callsTo(update)).toHaveLength(1))
    expect(callsTo(update)[0]?.body).toEqual({ firstName: 'Grace', role: vip.id, version: 3 })
  })

  it('[USR7] checks before it sends, and puts the server’s problem beside its field', async () => {
    const { callsTo } = edit({
      ...one(),
      [update]: () => refuse('USERS_EMAIL_TAKEN', 409, { email: 'USERS_EMAIL_TAKEN' }),
    })
    const email = await screen.findByLabelText('Email')
    await userEvent.clear(email)
    await userEvent.type(email, 'nonsense{Enter}')
    expect(await screen.findByText('Enter a valid email address.')).toBeTruthy()
    expect(callsTo(update)).toHaveLength(0)
    await userEvent.clear(email)
    await userEvent.type(email, 'other@example.com{Enter}')
    expect(await screen.findByText('An account with this email already exists.')).toBeTruthy()
  })

  it('[USR9] sends a new reason together with the ban it is for', async () => {
    const { callsTo } = edit({
      ...one({ banned: true, bannedReason: 'spam' }),
      [update]: () => ({ item: aPerson({ version: 4 }) }),
    })
    await userEvent.click(await screen.findByRole('tab', { name: 'Role and ban' }))
    await userEvent.type(screen.getByLabelText('Reason'), ' and fraud')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(callsTo(update)).toHaveLength(1))
    expect(callsTo(update)[0]?.body).toEqual({ banned: true, bannedReason: 'spam and fraud', version: 3 })
  })

  it('[USR7] asks which version to keep where someone else saved meanwhile', async () => {
    let stored = aPerson()
    const { callsTo } = edit({
      ...roles,
      'GET /api/users/:id': () => ({ item: stored }),
      [update]: ({ body }: { body?: object }) =>
        Reflect.get(body ?? {}, 'version') === stored.version
          ? { item: { ...stored, ...body, version: 5 } }
          : refuse('STALE_EDIT', 409),
    })
    await userEvent.type(await screen.findByLabelText('First name'), ' Augusta')
    stored = aPerson({ lastName: 'King', version: 4 })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else edited this' }))
    expect(dialog.getAllByText('King')).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Keep my version' }))
    await waitFor(() => expect(callsTo(update)).toHaveLength(2))
    expect(callsTo(update)[1]?.body).toEqual({ firstName: 'Ada Augusta', version: 4 })
    await waitFor(() => expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'King'))
  })

  it('[USR10] offers neither role nor ban of oneself', async () => {
    edit(one({ self: true }))
    await userEvent.click(await screen.findByRole('tab', { name: 'Role and ban' }))
    expect(screen.getByRole('combobox', { name: 'Role' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('switch', { name: 'Banned' })).toHaveProperty('disabled', true)
  })

  it('[USR11] says that somebody stands above, and offers nothing', async () => {
    edit(one({ editable: false }))
    expect(await screen.findByText(/you can't change their account/)).toBeTruthy()
    expect(screen.getByLabelText('First name')).toHaveProperty('disabled', true)
  })

  it('[USR21] tells in words what somebody did, by the plugin that wrote it', async () => {
    const entry = (action: string) => ({
      id: action,
      at: '2026-01-02T03:04:05.000Z',
      action,
      target: null,
      ip: null,
    })
    const items = ['servers:ordered', 'users:new_support_pin', 'departments:updated', 'gone:did_this'].map(
      entry,
    )
    window.location.hash = '#activity'
    renderPage(EditPage, {
      manifest,
      at: `/mc-admin/users/${id}/edit#activity`,
      permissions: all,
      words: ['servers', 'departments'],
      answers: {
        ...one(),
        'GET /api/users/:id/activity': () => ({ items, next: null, previous: null, more: false, total: 4 }),
      },
    })
    for (const text of ['Server created', 'New support PIN', 'Departments: changed', 'gone:did_this'])
      expect(await screen.findByText(text)).toBeTruthy()
  })

  it('[USR15] ends a session', async () => {
    const session = {
      id: vip.id,
      device: 'Firefox on Linux',
      ip: '203.0.113.7',
      createdAt: '2026-01-02T03:04:05.000Z',
      lastSeenAt: '2026-01-02T03:04:05.000Z',
      current: false,
    }
    const { callsTo } = edit({
      ...one(),
      'GET /api/users/:id/sessions': () => ({ items: [session] }),
      'DELETE /api/users/:id/sessions/:session': () => ({ id: session.id }),
    })
    await userEvent.click(await screen.findByRole('tab', { name: 'Sessions' }))
    await userEvent.click(await screen.findByRole('button', { name: 'End session on Firefox on Linux' }))
    await waitFor(() =>
      expect(callsTo('DELETE /api/users/:id/sessions/:session')).toEqual([
        { params: { id, session: session.id } },
      ]),
    )
  })
})

describe('the delete page', () => {
  it('[USR13] erases only once the name is typed', async () => {
    const { callsTo, location } = renderPage(DeletePage, {
      manifest,
      at: `/mc-admin/users/${id}/delete`,
      permissions: all,
      answers: { ...one(), 'DELETE /api/users/:id': () => ({ id }) },
    })
    const button = await screen.findByRole('button', { name: 'Delete user' })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByLabelText('Type ada to confirm'), 'ada')
    await userEvent.click(button)
    await waitFor(() => expect(location.getState().path).toBe('/mc-admin/users'))
    expect(callsTo('DELETE /api/users/:id')).toEqual([{ params: { id } }])
  })
})
