// @vitest-environment jsdom
import { appealHold, listOwnHolds, saveDevice } from '@spawnpoint/contracts/anti-abuse'
import { createTicket, readTicketOptions } from '@spawnpoint/contracts/tickets'
import { Slot } from '@spawnpoint/sdk/browser'
import { defineBuiltin, type ReplyOf } from '@spawnpoint/sdk/common'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import EarningNotes from './browser/earning-notes.tsx'
import HeldTab from './browser/held-tab.tsx'
import HoldsPage from './browser/holds-page.tsx'
import manifest from './manifest.ts'

beforeAll(supportOverlays)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

type OwnHold = ReplyOf<typeof listOwnHolds>['holds'][number]

const aHold = (over: Partial<OwnHold> = {}): OwnHold => ({
  id: '6f5f0f3e-4a7e-4c60-9d63-1f4df4a1f0a1',
  source: 'links',
  kind: 'links:earned',
  note: 'ShareUs',
  coins: 100,
  at: '2027-01-01T00:00:00.000Z',
  state: 'open',
  appealedAt: null,
  decidedAt: null,
  ...over,
})

/** A page on which coins are earned. */
const earning = {
  manifest: defineBuiltin({
    id: 'earning',
    title: 'Earning',
    description: 'Earning',
    contributes: {
      routes: [{ id: 'earning', path: '/earn/here', area: 'user', module: 'page', title: 'Earning' }],
    },
    modules: { page: 'page.tsx' },
  }),
  folder: import.meta.dirname,
  modules: { page: () => <Slot name="earn.after" source="links" /> },
}

/** The product's tickets, as far as others reach them. */
const tickets = {
  manifest: defineBuiltin({
    id: 'tickets',
    title: 'Tickets',
    description: 'Tickets',
    contributes: {
      routes: [
        { id: 'ticket-create', path: '/ticket/create', area: 'user', module: 'page', title: 'Ticket' },
      ],
    },
    modules: { page: 'page.tsx' },
  }),
  folder: import.meta.dirname,
  modules: { page: () => null },
}
/** The page of the account, as far as others reach it. */
const account = {
  manifest: defineBuiltin({
    id: 'account',
    title: 'Account',
    description: 'Account',
    contributes: {
      routes: [{ id: 'account', path: '/account', area: 'user', module: 'page', title: 'Account' }],
    },
    modules: { page: 'page.tsx' },
  }),
  folder: import.meta.dirname,
  modules: { page: () => null },
}
const department = '0d7ab2a5-5d5c-4f1e-9a52-5a0a6c9b7f10'

interface Given {
  /** Answers a new ticket, or refuses it; without tickets when left out. */
  readonly ticket?: 'opened' | 'refused'
  readonly account?: boolean

  readonly holds?: readonly OwnHold[]
  readonly settings?: Record<string, unknown>
  readonly permissions?: readonly string[]
}
const open = ({ holds = [], settings = {}, permissions = [], ticket, account: hasAccount }: Given) =>
  renderPlugin(
    {
      manifest,
      folder: import.meta.dirname,
      modules: {
        'earning-notes': EarningNotes,
        'held-tab': HeldTab,
        'holds-page': HoldsPage,
        'home-attention': () => null,
      },
    },
    {
      at: '/earn/here',
      beside: [earning, ...(ticket ? [tickets] : []), ...(hasAccount ? [account] : [])],
      settings,
      person: { permissions },
      prepare: ({ server }) => {
        server.answer(listOwnHolds, () => ({ holds: [...holds] }))
        server.answer(saveDevice, () => ({ success: true as const }))
        server.answer(readTicketOptions, () => ({
          departments: [{ id: department, name: 'Support', description: '', hours: null }],
          servers: [],
          open: 0,
          limit: 3,
        }))
        if (ticket === 'opened') server.answer(createTicket, () => ({ id: department, number: 41 }))
        if (ticket === 'refused') server.refuse(createTicket, { code: 'TICKETS_LIMIT', status: 409 })
        server.answer(appealHold, () => ({ appealedAt: '2027-01-02T00:00:00.000Z' }))
      },
    },
  )

it('[ABU4] shows held earnings and sends an appeal once it says something', async () => {
  const { server } = await open({ holds: [aHold(), aHold({ id: crypto.randomUUID(), state: 'paid' })] })
  expect(await screen.findByText('Under review')).toBeTruthy()
  expect(screen.getByText('Our staff checked this earning and paid it.')).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Appeal/ }))
  await user.type(screen.getByRole('textbox', { name: /Your message/ }), 'short')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  expect(await screen.findByText('Enter at least 10 characters.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Your message/ }), ' of words no more')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  await waitFor(() => expect(server.calls(appealHold)).toHaveLength(1))
})

const appealNow = async () => {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Appeal/ }))
  await user.type(screen.getByRole('textbox', { name: /Your message/ }), 'My brother plays here too.')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
}

it('[ABU13] opens a ticket with the appeal, and names it', async () => {
  const { server } = await open({ holds: [aHold()], ticket: 'opened' })
  await appealNow()
  expect(await screen.findByText('Appeal sent. Follow it in ticket #41.')).toBeTruthy()
  expect(server.calls(appealHold)).toHaveLength(1)
  expect(server.calls(createTicket).map(({ body }) => body)).toMatchObject([
    { departmentId: department, serverId: null, body: 'My brother plays here too.' },
  ])
})

it.each([['refused'], [undefined]] as const)(
  '[ABU13] sends the appeal where the ticket is %s',
  async (ticket) => {
    const { server } = await open({ holds: [aHold()], ...(ticket && { ticket }) })
    await appealNow()
    expect(await screen.findByText(/^Appeal sent. We'll email you/)).toBeTruthy()
    expect(server.calls(appealHold)).toHaveLength(1)
    expect(server.calls(createTicket)).toHaveLength(ticket ? 1 : 0)
  },
)

it('[ABU4] offers no second appeal', async () => {
  await open({ holds: [aHold({ appealedAt: '2027-01-01T01:00:00.000Z' })] })
  expect(await screen.findByText(/received your message/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Appeal/ })).toBeNull()
})

it('[ABU15] leads from a canceled earning to support, and to all that are held', async () => {
  const many = Array.from({ length: 6 }, () => aHold({ id: crypto.randomUUID(), state: 'void' }))
  await open({ holds: many, ticket: 'opened' })
  await screen.findAllByText('Canceled')
  const [support] = screen.getAllByRole('link', { name: 'Contact support' })
  expect(support?.getAttribute('href')).toBe('/ticket/create')
  expect(screen.queryByRole('link', { name: 'View all' })).toBeNull()
  cleanup()
  await open({ holds: many, account: true })
  const all = await screen.findByRole('link', { name: 'View all' })
  expect(all.getAttribute('href')).toBe('/account#anti-abuse-held-tab')
  expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull()
  cleanup()
  await open({ holds: many.slice(0, 5), account: true })
  await screen.findAllByText('Canceled')
  expect(screen.queryByRole('link', { name: 'View all' })).toBeNull()
})

it('[ABU10] tells which browser it is only where accounts are compared', async () => {
  const on = await open({ settings: { firewall_block_alts: true } })
  await waitFor(() => expect(on.server.calls(saveDevice)).toHaveLength(1))
  cleanup()
  const off = await open({ holds: [aHold()] })
  await screen.findByText('Under review')
  expect(off.server.calls(saveDevice)).toEqual([])
})

/** Draws as a browser with an ad blocker does. */
const blockAds = () => {
  const original = window.getComputedStyle.bind(window)
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) =>
    element.classList.contains('adsbox')
      ? new Proxy(original(element), {
          get: (style, key) => (key === 'display' ? 'none' : Reflect.get(style, key)),
        })
      : original(element),
  )
}
const notice = "You're using an ad blocker"

it('[ABU8] asks for ads where a blocker hides them and staff want it, and goes when dismissed', async () => {
  blockAds()
  await open({ settings: { anti_adblocker_enabled: true } })
  expect(await screen.findByText(notice)).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(notice)).toBeNull()
})

it.each([
  ['the switch is off', { holds: [aHold()] }],
  [
    'user.permission.adblocker is held',
    {
      holds: [aHold()],
      settings: { anti_adblocker_enabled: true },
      permissions: ['user.permission.adblocker'],
    },
  ],
])('[PER30] [ABU8] says nothing where %s', async (_why, given) => {
  blockAds()
  await open(given)
  await screen.findByText('Under review')
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect(screen.queryByText(notice)).toBeNull()
})

it('[ABU8] says nothing without a blocker', async () => {
  const look = vi.spyOn(window, 'getComputedStyle')
  await open({ holds: [aHold()], settings: { anti_adblocker_enabled: true } })
  await screen.findByText('Under review')
  const looksAtBait = () => look.mock.calls.some(([element]) => element.classList.contains('adsbox'))
  await waitFor(() => expect(looksAtBait()).toBe(true))
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect(screen.queryByText(notice)).toBeNull()
})
