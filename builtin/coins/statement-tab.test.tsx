// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import { toasts } from '../../sdk/ui/toasts.ts'
import StatementTab from './browser/statement-tab.tsx'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const DAY_MS = 86_400_000
const today = Date.parse('2026-05-04T08:00:00Z')

/** The account has one transaction a day, the newest today. */
const show = (count: number, answers: Parameters<typeof createFakeHost>[0]['answers'] = {}) => {
  const lines = Array.from({ length: count }, (_, back) => ({
    id: String(back),
    at: new Date(today - back * DAY_MS).toISOString(),
    kind: 'gifts:sent',
    plugin: null,
    note: '',
    amount: -1,
    balance: 5000 + back,
  }))
  const fake = createFakeHost({
    plugin: 'coins',
    now: () => today,
    session: { user: { username: 'ada' } },
    answers: {
      'GET /api/coins/balance': () => ({ balance: 80 }),
      'GET /api/coins/statement': (input) => {
        const { query = {} } = input as { query?: Readonly<Record<string, unknown>> } // What the call sent.
        const [limit, from] = [Number(query['limit'] ?? 20), Number(query['cursor'] ?? 0)]
        const end = from + limit
        return {
          items: lines.slice(from, end),
          next: end < count ? String(end) : null,
          previous: null,
          total: count,
        }
      },
      ...answers,
    },
  })
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined)
  const { container } = render(
    <HostProvider value={fake.host}>
      <PluginProvider value="coins">
        <DataProvider>
          <StatementTab />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  const choose = async (period: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    await userEvent.click(screen.getByRole('menuitem', { name: period, hidden: true }))
  }
  const sheet = () => container.querySelectorAll('.coins-sheet tbody tr')
  return { ...fake, container, print, choose, sheet }
}

it('[COI41] offers the statement to print, with whose it is', async () => {
  const { container, print, choose } = show(3)
  await choose('All transactions')
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(container.querySelector('.coins-paper')?.textContent).toContain('ada · May 4, 2026')
})

it.each([
  ['Last 30 days', 31, 'Apr 4, 2026'],
  ['Last 12 months', 366, 'May 4, 2025'],
  ['All transactions', 430, 'Mar 1, 2025'],
])('[COI90] prints all rows of %s, not those of the page alone', async (period, rows, from) => {
  const { container, print, choose, sheet } = show(430)
  print.mockImplementation(() => expect(sheet()).toHaveLength(rows))
  await choose(period)
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(sheet()).toHaveLength(rows)
  expect(container.textContent).toContain(`${rows} transactions: ${from} to May 4, 2026`)
  expect(container.textContent).not.toContain('Only the newest')
  // The rows of the page are on the screen alone, and on paper again once the sheet is printed.
  const listed = screen
    .getAllByRole('table', { hidden: true })
    .find((table) => !table.matches('.coins-sheet'))
  expect(listed?.closest('.coins-not-on-paper')).toBeTruthy()
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(sheet()).toHaveLength(0))
  expect(listed?.closest('.coins-not-on-paper')).toBeNull()
})

it('[COI90] prints no more than 1,000 transactions, and says so on paper', async () => {
  const { container, print, choose, sheet } = show(1001)
  await choose('All transactions')
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(sheet()).toHaveLength(1000)
  expect(container.textContent).toContain('Only the newest 1,000 transactions of this period are printed.')
  cleanup()
  const whole = show(1000)
  await whole.choose('All transactions')
  await waitFor(() => expect(whole.sheet()).toHaveLength(1000))
  expect(whole.container.textContent).not.toContain('Only the newest')
})

it('[COI90] says that a period has no transactions, and prints nothing when it could not be loaded', async () => {
  const empty = show(0)
  await empty.choose('Last 30 days')
  await waitFor(() => expect(empty.print).toHaveBeenCalledOnce())
  expect(empty.container.textContent).toContain('No transactions in this period')
  cleanup()
  let isAway = false
  const broken = show(3, {
    'GET /api/coins/statement': () => {
      if (isAway) throw new Error('away')
      return { items: [], next: null, previous: null, total: 0 }
    },
  })
  await screen.findByText('No transactions yet')
  broken.print.mockClear()
  isAway = true
  await broken.choose('Last 30 days')
  await waitFor(() => expect(toasts.getState()).toHaveLength(1))
  expect(broken.print).not.toHaveBeenCalled()
})
