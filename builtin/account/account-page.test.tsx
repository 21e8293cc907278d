// @vitest-environment jsdom
import { getAccount, updateProfile } from '@spawnpoint/contracts/account'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import AccountPage from './browser/account-page.tsx'
import { ActivityTab } from './browser/activity-tab.tsx'
import { LooksTab } from './browser/looks-tab.tsx'
import { SessionsCard } from './browser/sessions-card.tsx'
import { SupportPinCard } from './browser/support-pin-card.tsx'
import manifest from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

it('[ACN5] what was done to the account is told in words, its own deeds apart from those of others', async () => {
  const at = '2026-01-02T03:04:05.000Z'
  const entry = (id: string, action: string, own: boolean) => ({ id, at, action, own, ip: null })
  renderPage(ActivityTab, {
    manifest,
    at: '/account',
    permissions: [],
    words: ['users', 'servers', 'coins', 'departments'],
    answers: {
      'GET /api/account/activity': () => ({
        items: [
          entry('1', 'servers:ordered', true),
          entry('2', 'coins:adjusted', false),
          entry('3', 'users:new_support_pin', true),
          entry('4', 'another-plugin:did_this', true),
          entry('5', 'departments:updated', true),
          entry('6', 'plugins:disabled', true),
        ],
        next: null,
        previous: null,
      }),
    },
  })
  expect(await screen.findByText('Server created')).toBeTruthy()
  expect(screen.getByText('New support PIN')).toBeTruthy()
  expect(screen.getByText('another-plugin:did_this')).toBeTruthy()
  expect(screen.getByText('Departments: changed')).toBeTruthy()
  expect(screen.getByText('Plugin disabled')).toBeTruthy()
  expect(screen.getByText('Coins adjusted').parentElement?.textContent).toContain('by someone else')
  expect(screen.getAllByText('by someone else')).toHaveLength(1)
})

it('[ACN8] what a plugin adds to the looks stands there under its own title', async () => {
  renderPage(LooksTab, {
    manifest,
    at: '/account',
    permissions: [],
    answers: {},
    contributions: {
      'customisation-tab': [
        { id: 'acme/sky', plugin: 'acme', title: 'Sky', size: 'small', Component: () => <p>Stars</p> },
      ],
    },
  })
  expect(await screen.findByRole('heading', { name: 'Sky' })).toBeTruthy()
  expect(screen.getByText('Stars')).toBeTruthy()
})

it('[ACN8] leaves saving to the plugin that has a panel for the looks, whichever that is', async () => {
  const saved: unknown[] = []
  await renderPage(LooksTab, {
    manifest,
    at: '/account',
    permissions: [],
    answers: { 'PUT /api/account/preferences': ({ body }) => (saved.push(body), {}) },
    contributions: {
      slot: [{ id: 'acme/looks', plugin: 'acme', title: '', size: 'small', Component: () => <p>Panel</p> }],
    },
  })
  expect(await screen.findByText('Panel')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'dark')
  expect(screen.queryByRole('combobox', { name: 'Page transition' })).toBeNull()
  expect(saved).toEqual([])
})

it('opens the tab of another plugin that the address names', async () => {
  renderPage(AccountPage, {
    manifest,
    at: '/account#acme-sky-tab',
    permissions: [],
    answers: {},
    contributions: {
      slot: [{ id: 'acme/sky-tab', plugin: 'acme', title: '', size: 'small', Component: () => <p>Stars</p> }],
    },
  })
  const panel = await screen.findByRole('tabpanel')
  expect(panel.textContent).toContain('Stars')
})

it('[ACN3] keeps the sessions on the screen when they cannot be loaded again', async () => {
  const sessions = 'GET /api/account/sessions'
  const session = (id: string, current: boolean) => ({
    id,
    current,
    device: `Firefox ${id}`,
    ip: '203.0.113.7',
    createdAt: '2026-01-02T03:04:05.000Z',
    lastSeenAt: '2026-01-02T03:04:05.000Z',
  })
  let isDown = true
  const { callsTo } = renderPage(SessionsCard, {
    manifest,
    at: '/account',
    permissions: [],
    answers: {
      [sessions]: () => {
        isDown = !isDown
        return isDown ? refuse('RATE_LIMITED', 429) : { sessions: [session('1', true), session('2', false)] }
      },
      'DELETE /api/account/sessions/:id': () => ({ id: '2' }),
    },
  })
  const end = await screen.findByRole('button', { name: 'End session on Firefox 2' })
  await userEvent.click(end)
  await waitFor(() => expect(callsTo(sessions)).toHaveLength(2))
  await waitFor(() => expect(end.getAttribute('aria-busy')).toBeNull())
  expect(end.isConnected).toBe(true)
  expect(screen.getByText('This device')).toBeTruthy()
})

it('[ACN3] names the card whose sessions cannot be loaded, and loads them on request', async () => {
  let isDown = true
  renderPage(SessionsCard, {
    manifest,
    at: '/account',
    permissions: [],
    answers: {
      'GET /api/account/sessions': () => (isDown ? refuse('RATE_LIMITED', 429) : { sessions: [] }),
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('heading', { name: 'Active sessions' })).toBeTruthy()
  isDown = false
  await userEvent.click(retry)
  expect(await screen.findByText("End any session you don't recognize.")).toBeTruthy()
})

describe('the own support PIN', () => {
  const get = 'GET /api/users/me/support-pin'
  const renew = 'POST /api/users/me/support-pin'
  const until = '2026-01-03T03:04:05.000Z'
  const open = (answers: Parameters<typeof renderPage>[1]['answers']) =>
    renderPage(SupportPinCard, { manifest, at: '/account', permissions: [], answers })
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

  it('[USR16] is shown, hidden and renewed when its person asks', async () => {
    const { callsTo } = open({
      [get]: () => ({ support: { pin: '048213', expiresAt: until } }),
      [renew]: () => ({ support: { pin: '771020', expiresAt: until } }),
    })
    expect(callsTo(get)).toEqual([])
    await press('Show PIN')
    expect(await screen.findByText('048213')).toBeTruthy()
    expect(screen.getByText(/^Valid until .*2026/)).toBeTruthy()
    expect(callsTo(renew)).toEqual([])
    await press('New PIN')
    expect(await screen.findByText('771020')).toBeTruthy()
    await press('Hide')
    expect(screen.queryByText('771020')).toBeNull()
  })

  it('[USR16] is made for who has none, and a failure says so', async () => {
    let tries = 0
    open({
      [get]: () => ({ support: null }),
      [renew]: () =>
        (tries += 1) === 1 ? refuse('RATE_LIMITED', 429) : { support: { pin: '123456', expiresAt: until } },
    })
    await press('Show PIN')
    expect(await screen.findByRole('alert')).toBeTruthy()
    await press('Show PIN')
    expect(await screen.findByText('123456')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

const at = '2026-01-02T03:04:05.000Z'
const person = { uuid: 'u1' }
const account = {
  id: 'u1',
  username: 'ada',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  avatar: null,
  verified: true,
  role: 'Default',
  createdAt: at,
  lastSeenAt: at,
  firstIp: '203.0.113.7',
  lastIp: '203.0.113.7',
  preferences: { locale: null, transition: null },
}
const openPage = () =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { page: AccountPage } },
    {
      at: '/account',
      person: { user: person },
      prepare: ({ server }) => {
        server.answer(getAccount, () => account)
        server.answer(updateProfile, () => ({}))
      },
    },
  )

it('[ACN9] asks before typed text is lost, until each card of the page is saved', async () => {
  const app = await openPage()
  const leave = async () => {
    act(() => app.host.navigate('/errors/500'))
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(app.path()).toBe('/account')
  }
  const isHeldBack = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await userEvent.type(await screen.findByLabelText('First name'), ' Augusta')
  await leave()
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), '.org')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(app.server.calls(updateProfile)).toHaveLength(1))
  await leave()
  expect(isHeldBack()).toBe(true)
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), '{Backspace>4/}')
  expect(isHeldBack()).toBe(false)
})

it('[ACN9] keeps typed text over the end of the session', async () => {
  const app = await openPage()
  const session = { method: 'GET', path: '/api/user/session' } as const
  await userEvent.type(await screen.findByLabelText('First name'), ' Augusta')
  app.server.refuse(session, { code: 'UNAUTHENTICATED', status: 401 })
  await act(() => app.host.refreshSession('refresh'))
  await waitFor(() => expect(screen.queryByLabelText('First name')).toBeNull())
  app.server.answerPath(session, () => ({ user_info: person, billing: {}, stats: {}, permissions: [] }))
  app.kernel.platform.cookies.set('user_token', 'again')
  await act(() => app.host.refreshSession('login'))
  act(() => app.host.navigate('/account'))
  expect(await screen.findByLabelText('First name')).toHaveProperty('value', 'Ada Augusta')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(app.server.calls(updateProfile)).toHaveLength(1))
  expect(app.server.calls(updateProfile)[0]?.body).toMatchObject({ firstName: 'Ada Augusta' })
})
