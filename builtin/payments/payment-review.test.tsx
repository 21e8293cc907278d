// @vitest-environment jsdom
import type { HomeAttention } from '@spawnpoint/sdk/browser'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import PaymentsAttention from './browser/home-attention.tsx'
import { PaymentHistory } from './browser/payment-history.tsx'
import PaymentPage from './browser/payment-page.tsx'
import ReceiptPage from './browser/receipt-page.tsx'
import StaffPaymentPage from './browser/staff-payment-page.tsx'
import payments from './manifest.ts'

afterEach(cleanup)
beforeEach(() => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

const id = '0195d1c0-0000-4000-8000-000000000001'
const at = '2027-03-01T12:00:00.000Z'
const paid = (entry: string) => ({
  id: entry,
  kind: 'paid',
  at,
  money: { currency: 'EUR', amount: 1000 },
  coins: null,
})
const held = {
  id,
  at,
  provider: { id: 'stripe', name: 'Stripe' },
  currency: 'EUR',
  amount: 1000,
  coins: 1000,
  state: 'held',
  tax: 0,
  bonus: 0,
  credited: 1000,
  owed: 0,
  address: null,
  timeline: [paid('1'), paid('2')],
  documents: [],
}

it('[PMT26] the home of staff leads to payments that are held or disputed', async () => {
  const figures = { currency: 'EUR', received: 0, returned: 0, review: 3, held: 1, disputed: 2, owed: 0 }
  const Lines = ({ items }: { items: readonly HomeAttention[] | undefined }) =>
    items?.map(({ id: line, title, to }) => (
      <p key={line}>
        {title} {to ?? 'no page'}
      </p>
    ))
  renderPage(() => <PaymentsAttention Lines={Lines} />, {
    manifest: payments,
    at: '/mc-admin',
    permissions: ['admin.payments.list'],
    answers: { 'GET /api/payments/staff/figures': () => figures },
  })
  expect(await screen.findByText('1 payment in review /mc-admin/payments?filter=state:held')).toBeTruthy()
  expect(screen.getByText('2 disputed payments /mc-admin/payments?filter=state:disputed')).toBeTruthy()
})

it('[PMT24] staff end the review of a payment that was paid twice, with a note', async () => {
  const path = 'POST /api/payments/staff/payments/:id/resolutions'
  const { callsTo } = renderPage(StaffPaymentPage, {
    manifest: payments,
    at: `/mc-admin/payments/${id}`,
    permissions: ['admin.payments.list', 'admin.payments.refund'],
    answers: {
      'GET /api/payments/staff/payments/:id': () => ({
        ...held,
        user: { id, username: 'ada' },
        checkout: null,
        refundable: null,
        notes: [],
      }),
      [path]: () => ({ state: 'paid' }),
    },
  })
  expect(await screen.findByText(/This order was paid more than once/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End review' }))
  const dialog = await screen.findByRole('dialog')
  const end = Array.from(dialog.querySelectorAll('button')).find(({ type }) => type === 'submit')
  if (!end) throw new Error('the dialog has no button')
  await userEvent.click(end)
  expect(callsTo(path)).toEqual([])
  await userEvent.type(screen.getByLabelText('What was done'), 'Added by hand')
  await userEvent.click(end)
  await waitFor(() => expect(callsTo(path)).toMatchObject([{ body: { note: 'Added by hand' } }]))
})

it('[PMT15] a refund asks for the password where that was long ago, and goes under one key', async () => {
  let isGiven = false
  const path = 'POST /api/payments/staff/payments/:id/refunds'
  const { callsTo } = renderPage(StaffPaymentPage, {
    manifest: payments,
    at: `/mc-admin/payments/${id}`,
    permissions: ['admin.payments.list', 'admin.payments.refund'],
    answers: {
      'GET /api/payments/staff/payments/:id': () => ({
        ...held,
        state: 'paid',
        timeline: [paid('1')],
        user: { id, username: 'ada' },
        checkout: null,
        refundable: { currency: 'EUR', amount: 1000 },
        notes: [],
      }),
      [path]: () => (isGiven ? { state: 'refunded' } : refuse('REAUTHENTICATION_REQUIRED', 403)),
      'POST /api/auth/reauthenticate': () => {
        isGiven = true
        return {}
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Refund payment' }))
  await userEvent.type(await screen.findByLabelText('Reason'), 'Bought twice{Enter}')
  await userEvent.type(await screen.findByLabelText('Password'), 'right{Enter}')
  await waitFor(() => expect(callsTo(path)).toHaveLength(2))
  const [first, second] = callsTo(path)
  expect(first).toMatchObject({ body: { amount: 1000, note: 'Bought twice' } })
  expect(second).toEqual(first)
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
})

it('[PMT37] the timeline of staff tells who asked for a refund and why, and no key of the dashboard', async () => {
  const key = '0195d1c0-0000-4000-8000-0000000000aa'
  renderPage(StaffPaymentPage, {
    manifest: payments,
    at: `/mc-admin/payments/${id}`,
    permissions: ['admin.payments.list'],
    answers: {
      'GET /api/payments/staff/payments/:id': () => ({
        ...held,
        state: 'refunded',
        timeline: [paid('1'), { ...paid('2'), kind: 'refund-requested' }, { ...paid('3'), kind: 'refunded' }],
        user: { id, username: 'ada' },
        checkout: null,
        refundable: null,
        notes: [
          { id: '2', source: 'staff', by: 'grace', reference: key, detail: 'Bought twice' },
          { id: '3', source: 'webhook', by: null, reference: 're_123', detail: null },
        ],
      }),
    },
  })
  expect((await screen.findByText(/Bought twice$/)).textContent).toBe('by grace · Bought twice')
  expect(screen.getByText(/ · re_123$/)).toBeTruthy()
  expect(screen.queryByText(new RegExp(key))).toBeNull()
})

it('[PMT24] the customer reads that an order was paid more than once', async () => {
  renderPage(PaymentPage, {
    manifest: payments,
    at: `/store/payments/${id}`,
    permissions: [],
    answers: { 'GET /api/payments/payments/:id': () => held },
  })
  expect(await screen.findByText(/You have its coins once/)).toBeTruthy()
})

it('[PMT35] the page of a payment begins with its amount and state, and so does its tab', async () => {
  document.title = 'Payment'
  renderPage(PaymentPage, {
    manifest: payments,
    at: `/store/payments/${id}`,
    permissions: [],
    answers: {
      'GET /api/payments/payments/:id': () => ({ ...held, state: 'paid', timeline: [paid('1')] }),
    },
  })
  const amount = (await screen.findAllByText('€10.00'))[0]
  expect(amount?.parentElement?.textContent).toBe('€10.00Paid')
  expect(document.title).toBe('€10.00 · Payment')
})

it('[PMT35] a receipt leads back to its payment', async () => {
  const party = { name: 'Northwind', lines: [], vat: '' }
  renderPage(ReceiptPage, {
    manifest: payments,
    at: `/store/receipts/${id}`,
    permissions: [],
    neighbours: [{ id: 'payment', path: '/store/payments/:id', permission: null }],
    answers: {
      'GET /api/payments/documents/:id': () => ({
        number: 'R-2027-00001',
        kind: 'receipt',
        at,
        payment: id,
        provider: 'Stripe',
        note: '',
        currency: 'EUR',
        amount: 1000,
        tax: 0,
        taxName: '',
        taxRate: 0,
        coins: 1000,
        seller: party,
        buyer: party,
        corrects: null,
      }),
    },
  })
  const crumb = await screen.findByRole('link', { name: 'Payment' })
  expect(crumb.getAttribute('href')).toBe(`/store/payments/${id}`)
})

it('[PMT36] own payments say when they were to the minute, and on a phone what the second number counts', async () => {
  window.innerWidth = 390
  const row = { id, provider: held.provider, currency: 'EUR', amount: 1000, coins: 1050, state: 'paid', at }
  renderPage(PaymentHistory, {
    manifest: payments,
    at: '/store/add-credits',
    permissions: [],
    settings: { app_timezone: 'UTC' },
    answers: { 'GET /api/payments/payments': () => ({ items: [row], next: null, previous: null }) },
  })
  expect(await screen.findByText('1,050 coins')).toBeTruthy()
  expect(screen.getAllByText(/^Mar 1, 2027, 12:00/).length).toBeGreaterThan(0)
  window.innerWidth = 1024
})
