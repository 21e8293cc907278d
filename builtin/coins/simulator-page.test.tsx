// @vitest-environment jsdom
import type { readReport } from '@spawnpoint/contracts/coins'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import EconomyPage from './browser/economy-page.tsx'
import { MonthlyReport } from './browser/report-tab.tsx'
import { SimulatorTab } from './browser/simulator-tab.tsx'
import manifest from './manifest.ts'

// Charts need a canvas.
vi.mock('@spawnpoint/sdk/ui/chart', () => ({
  Chart: ({ label, series }: { label: string; series: readonly { label: string }[] }) => (
    <figure aria-label={label}>{series.map((each) => each.label).join(' | ')}</figure>
  ),
}))

beforeAll(supportOverlays)
afterEach(cleanup)

const setting = (key: string, value: number | boolean) => ({ key, plugin: 'coins', value, min: 1, max: 50 })
const settings = [setting('acme_reward', 5), setting('acme_enabled', true)]
const band = (middle: readonly number[]) => ({ low: middle, middle, high: middle })
const outcome = (supply: number, issued: number) => ({
  supply: band([1_000, supply]),
  median: band([10, 12]),
  kinds: [{ kind: 'coins:adjusted', issued, removed: 0 }],
})
const result = {
  from: '2026-11-01',
  days: 2,
  runs: 1_000,
  accounts: 400,
  simulated: 60,
  today: outcome(2_000, 1_000),
  changed: outcome(1_500, 500),
  assumed: ['coins:adjusted'],
}
const open = (run: (input: { body?: object }) => unknown) =>
  renderPage(SimulatorTab, {
    manifest,
    at: '/mc-admin/economy',
    permissions: ['admin.economy.view'],
    answers: {
      'GET /api/coins/simulations/settings': () => ({ settings }),
      'POST /api/coins/simulations': run,
    },
  })
const add = async (key: string) =>
  userEvent.selectOptions(await screen.findByLabelText('Change a setting'), key)

it('[COI28] runs with the changes and draws them beside today', async () => {
  const asked: unknown[] = []
  await open(({ body }) => {
    asked.push(body)
    return result
  })
  await add('acme_reward')
  await add('acme_enabled')
  const field = screen.getByLabelText('acme_reward')
  expect(screen.getByText('Now 5')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '51')
  expect(screen.getByText('Enter a whole number from 1 to 50.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Run simulation' }).hasAttribute('disabled')).toBe(true)
  await userEvent.clear(field)
  await userEvent.type(field, '8')
  await userEvent.click(screen.getByRole('button', { name: 'Run simulation' }))
  expect(await screen.findByText(/-500 \(-25%\) compared with today/)).toBeTruthy()
  expect(asked).toEqual([{ changes: { acme_reward: 8, acme_enabled: false } }])
  for (const chart of ['Coins in 90 days', 'Median balance'])
    expect(screen.getByRole('figure', { name: chart }).textContent).toBe('Today’s settings | With changes')
  const table = screen.getByRole('table', { name: 'Created and removed by kind' })
  expect(within(table).getByText('1,000')).toBeTruthy()
  expect(within(table).getByText('500')).toBeTruthy()
  expect(screen.getByText(/their use is|use is an assumption: Adjusted by staff/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove “acme_reward”' }))
  expect(screen.queryByLabelText('acme_reward')).toBeNull()
})

it('[COI28] runs without a change, and says what to do when it cannot', async () => {
  await open(() => ({ ...result, changed: null, assumed: [] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Run simulation' }))
  expect((await screen.findByRole('figure', { name: 'Median balance' })).textContent).toBe('Today’s settings')
  cleanup()
  await open(() => refuse('COINS_SIMULATION_BUSY', 409))
  await userEvent.click(await screen.findByRole('button', { name: 'Run simulation' }))
  expect(await screen.findByText(/Another simulation is running/)).toBeTruthy()
})

const report = {
  month: '2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  complete: false,
  opening: 1_000,
  closing: 1_400,
  totals: { issued: 500, removed: 100, moved: 200, transactions: 3 },
  before: { issued: 250, removed: 0, moved: 0, transactions: 1 },
  velocity: 0.2,
  inflation: 0.4,
  kinds: [{ kind: 'coins:adjusted', issued: 500, removed: 100, moved: 0, transactions: 3 }],
  wealth: null,
  largest: [
    { id: '1', at: '2026-10-02T10:00:00Z', kind: 'coins:adjusted', coins: 500, from: null, to: 'ada' },
  ],
  checks: { balanced: 'passed', days: 'failed', supply: 'unknown', ledger: 'passed' },
} satisfies ReplyOf<typeof readReport>

it('[COI29] shows the report of a month with its checks', async () => {
  await renderPage(() => <MonthlyReport report={report} />, {
    manifest,
    at: '/mc-admin/economy',
    permissions: ['admin.economy.view'],
    answers: {},
  })
  expect(await screen.findByRole('heading', { name: 'Coins in October 2026' })).toBeTruthy()
  expect(screen.getByText('This month isn’t over. Its figures still change.')).toBeTruthy()
  expect(screen.getByText('+40%')).toBeTruthy()
  expect(screen.getByText('+100% on the previous period')).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'Largest transactions' })).getByText('ada')).toBeTruthy()
  expect(screen.getByText('Some daily totals don’t match the transactions.')).toBeTruthy()
  expect(screen.getByText('No balances were recorded on the last day.')).toBeTruthy()
})

it('[COI29] opens with the latest month that is over, and offers it to print and download', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined)
  await renderPage(EconomyPage, {
    manifest,
    at: '/mc-admin/economy#report',
    permissions: ['admin.economy.view'],
    answers: {
      'GET /api/coins/economy': () => ({ months: ['2026-11', '2026-10'] }),
      'GET /api/coins/reports/:month': () => report,
    },
  })
  expect(await screen.findByDisplayValue('October 2026')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/api/coins/reports/file?month=2026-10',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})
