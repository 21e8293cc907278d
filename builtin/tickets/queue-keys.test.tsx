// @vitest-environment jsdom
import {
  changeTicket,
  countQueue,
  findAssignees,
  listCannedReplies,
  listQueue,
  listQueueDepartments,
  listViews,
  saveView,
  readDraft,
  readQueuedTicket,
  replyAsStaff,
  saveDraft,
  setTypingState,
} from '@spawnpoint/contracts/tickets'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { supportOverlays } from '../../sdk/ui/testing.ts'
import DeskPage from './browser/desk-page.tsx'
import QueuePage from './browser/queue-page.tsx'
import manifest from './manifest.ts'

supportOverlays()
Element.prototype.scrollIntoView = () => undefined
afterEach(cleanup)

const at = '2027-01-01T00:00:00.000Z'
const idOf = (last: number) => `5f0c2a5e-6c5e-4d0e-9d7e-1f6a0d9b1c1${last}`
const rowOf = (last: number) => ({
  id: idOf(last),
  number: 1000 + last,
  subject: `Subject ${last}`,
  status: 'open' as const,
  priority: 'low' as const,
  department: null,
  owner: null,
  assignee: null,
  lastBy: 'customer' as const,
  snoozedUntil: null,
  createdAt: at,
  updatedAt: at,
})
const shown = {
  ticket: {
    ...rowOf(1),
    version: 3,
    server: null,
    diagnosis: null,
    closedAt: null,
    rating: null,
    ratingComment: null,
    previous: null,
    sla: [],
    mergedInto: null,
  },
  messages: [
    {
      id: '1',
      at,
      body: 'Help',
      staff: false,
      author: null,
      files: [],
      plugin: null,
      compensation: null,
      failedCompensation: null,
      internal: false,
      heldUntil: null,
      own: false,
    },
  ],
  events: [],
  customer: null,
}
const canned = [
  { id: idOf(7), name: 'Ask for the log', text: 'Hi, send the log.', missing: [] },
  { id: idOf(8), name: 'Memory', text: 'Give {{server}} more.', missing: ['server'] },
]

const views = [
  {
    id: idOf(6),
    name: 'Hot ones',
    search: 'from:ada',
    filter: 'priority:urgent',
    shared: true,
    count: 4,
    changeable: false,
  },
]

const open = (path: string, uiSettings: object = {}, ticket: ReplyOf<typeof readQueuedTicket> = shown) =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { queue: QueuePage, desk: DeskPage } },
    {
      at: path,
      person: { permissions: ['admin.tickets.list', 'admin.tickets.view'] },
      prepare: ({ server, host }) => {
        host.uiSettings.setState(uiSettings)
        server.answer(listQueue, () => ({
          items: [1, 2].map((last) => ({ ...rowOf(last), viewers: [], due: null })),
          next: null,
          previous: null,
        }))
        server.answer(countQueue, () => ({ active: 2, unanswered: 2, urgent: 0, mine: 0 }))
        server.answer(listQueueDepartments, () => ({ departments: [] }))
        server.answer(saveView, () => ({ id: idOf(9) }))
        server.answer(findAssignees, () => ({ people: [] }))
        server.answer(readQueuedTicket, () => ticket)
        server.answer(listViews, () => ({ views }))
        server.answer(changeTicket, () => ({ version: 4 }))
        server.answer(readDraft, () => ({ draft: null, files: [] }))
        server.answer(saveDraft, () => ({}))
        server.answer(setTypingState, () => ({}))
        server.answer(listCannedReplies, () => ({ replies: canned }))
        server.answer(replyAsStaff, () => ({ id: '2', heldUntil: null }))
      },
    },
  )
const queue = '/mc-admin/tickets'
const desk = `${queue}/${idOf(1)}`
const editor = () => screen.findByRole('textbox', { name: /^(Reply|Internal note)/ })

it('[TIC31] the queue is worked through by single keys', async () => {
  const { server, host } = await open(queue)
  await screen.findByRole('link', { name: /Subject 1/ })
  await userEvent.keyboard('jj')
  expect(document.activeElement?.textContent).toContain('Subject 2')
  await userEvent.keyboard('k')
  expect(document.activeElement?.textContent).toContain('Subject 1')
  await userEvent.keyboard('a')
  await waitFor(() => expect(server.calls(changeTicket)).toHaveLength(1))
  expect(server.calls(changeTicket)[0]).toMatchObject({
    params: { id: idOf(1) },
    body: { version: 3, assigneeId: expect.any(String) },
  })
  await userEvent.keyboard('c')
  expect(server.calls(changeTicket)).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Close ticket' }))
  await waitFor(() => expect(server.calls(changeTicket)[1]).toMatchObject({ body: { status: 'closed' } }))
  await userEvent.keyboard('?')
  expect(await screen.findByRole('heading', { name: 'Keyboard shortcuts' })).toBeTruthy()
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  screen.getByRole('link', { name: /Subject 2/ }).focus()
  await userEvent.keyboard('i')
  await waitFor(() => expect(host.location.getState()).toMatchObject({ path: `${queue}/${idOf(2)}` }))
  expect(await editor()).toBe(document.activeElement)
  expect(screen.getByRole('switch', { name: 'Internal note' })).toHaveProperty('checked', true)
})

it('[TIC46] a ticket is snoozed by a key and a click, in the queue and on its page', async () => {
  const { server, clock } = await open(queue)
  ;(await screen.findByRole('link', { name: /Subject 2/ })).focus()
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('button', { name: /^For 3 hours/ }))
  await waitFor(() =>
    expect(server.calls(changeTicket)).toMatchObject([
      {
        params: { id: idOf(2) },
        body: { snoozedUntil: new Date(clock.now() + 3 * 3_600_000).toISOString() },
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  cleanup()
  const page = await open(desk)
  const box = await editor()
  box.blur()
  await userEvent.keyboard('h')
  await userEvent.click(await screen.findByRole('button', { name: /^For a week/ }))
  await waitFor(() => expect(page.server.calls(changeTicket)).toHaveLength(1))
  cleanup()
  const until = '2127-01-04T09:00:00.000Z'
  const asleep = await open(desk, {}, { ...shown, ticket: { ...shown.ticket, snoozedUntil: until } })
  await userEvent.click(await screen.findByRole('button', { name: 'End snooze' }))
  await waitFor(() =>
    expect(asleep.server.calls(changeTicket)).toMatchObject([{ body: { snoozedUntil: null } }]),
  )
})

it('[TIC31] no key acts while somebody types, or where single keys are off', async () => {
  const { server } = await open(queue)
  await screen.findByRole('link', { name: /Subject 1/ })
  await userEvent.keyboard('/')
  await userEvent.keyboard('ac?')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ac?')
  expect(screen.queryByRole('heading', { name: 'Keyboard shortcuts' })).toBeNull()
  cleanup()
  const off = await open(queue, { singleKeyShortcuts: false })
  ;(await screen.findByRole('link', { name: /Subject 1/ })).focus()
  await userEvent.keyboard('ja?')
  expect(document.activeElement?.textContent).toContain('Subject 1')
  expect(screen.queryByRole('heading', { name: 'Keyboard shortcuts' })).toBeNull()
  for (const { calls } of [server, off.server]) expect(calls(changeTicket)).toHaveLength(0)
})

it('[TIC31] a ticket is answered, noted, taken, closed and left by single keys', async () => {
  const { server, host, clock } = await open(desk)
  const box = await editor()
  await userEvent.keyboard('r')
  await waitFor(() => expect(document.activeElement).toBe(box))
  await userEvent.keyboard('rica')
  expect(box).toHaveProperty('value', 'rica')
  // The draft is kept, so that leaving asks nothing.
  await clock.advance(1_000)
  box.blur()
  await userEvent.keyboard('i')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Internal note/ })),
  )
  screen.getByRole('textbox', { name: /^Internal note/ }).blur()
  await userEvent.keyboard('a')
  await waitFor(() => expect(server.calls(changeTicket)).toHaveLength(1))
  await userEvent.keyboard('c')
  await userEvent.click(await screen.findByRole('button', { name: 'Close ticket' }))
  await waitFor(() => expect(server.calls(changeTicket)[1]).toMatchObject({ body: { status: 'closed' } }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.keyboard('u')
  await waitFor(() => expect(host.location.getState().path).toBe(queue))
})

it('[TIC30] a canned reply is found and inserted by keys; one that lacks a value is not sent', async () => {
  const { server } = await open(desk)
  const box = await editor()
  await userEvent.click(box)
  await userEvent.keyboard('/')
  const search = await screen.findByRole('combobox', { name: 'Search canned replies' })
  expect(await screen.findByRole('option', { name: /Memory/ })).toBeTruthy()
  await userEvent.type(search, 'log{Enter}')
  await waitFor(() => expect(box).toHaveProperty('value', 'Hi, send the log.'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.clear(box)
  await userEvent.keyboard('/')
  await screen.findByRole('option', { name: /Memory/ })
  // The keys go where the focus is, which comes to the search field after the dialog.
  const again = screen.getByRole('combobox', { name: 'Search canned replies' })
  await waitFor(() => expect(document.activeElement).toBe(again))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(box).toHaveProperty('value', 'Give {{server}} more.'))
  expect(await screen.findByText(/Replace \{\{server\}\}/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send reply' })).toHaveProperty('disabled', true)
  await userEvent.clear(box)
  await userEvent.keyboard('/')
  await screen.findByRole('option', { name: /Memory/ })
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(box).toHaveProperty('value', '/'))
  expect(server.calls(replyAsStaff)).toHaveLength(0)
})

it('[TIC33] a saved view is a tab with its count; another search can be saved', async () => {
  const { server, host } = await open(queue)
  await userEvent.click(await screen.findByRole('link', { name: /Hot ones.*4/ }))
  expect(new URLSearchParams(host.location.getState().search).get('filter')).toBe('priority:urgent')
  expect(screen.getByRole('link', { name: /Hot ones/ }).getAttribute('aria-current')).toBe('page')
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  host.navigate(`${queue}?search=lag&filter=assignee:me`)
  await userEvent.click(await screen.findByRole('button', { name: 'Save view' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByRole('switch')).toBeNull()
  await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'My lag')
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }))
  await waitFor(() =>
    expect(server.calls(saveView)[0]).toMatchObject({
      body: { name: 'My lag', search: 'lag', filter: 'assignee:me', shared: false },
    }),
  )
})
