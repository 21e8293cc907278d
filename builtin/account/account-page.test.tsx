// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ActivityTab } from './browser/activity-tab.tsx'
import { LooksTab } from './browser/looks-tab.tsx'
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
  expect(await screen.findByText('Server ordered')).toBeTruthy()
  expect(screen.getByText('New support PIN')).toBeTruthy()
  expect(screen.getByText('another-plugin:did_this')).toBeTruthy()
  expect(screen.getByText('Departments: changed')).toBeTruthy()
  expect(screen.getByText('Plugin switched off')).toBeTruthy()
  expect(screen.getByText('Coins adjusted').parentElement?.textContent).toContain('not by you')
  expect(screen.getAllByText('not by you')).toHaveLength(1)
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
