// @vitest-environment jsdom
import { userId } from '@spawnpoint/sdk/common'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import { EconomyFigures } from './browser/economy-figures.tsx'
import { KindTable } from './browser/economy-kinds.tsx'
import EconomyPage from './browser/economy-page.tsx'
import { Distribution, LargestBalances } from './browser/economy-wealth.tsx'
import manifest from './manifest.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

const kind = (name: string, over: object) => ({
  kind: name,
  issued: 0,
  removed: 0,
  moved: 0,
  transactions: 1,
  issuedBefore: 0,
  removedBefore: 0,
  ...over,
})
const economy = {
  from: '2026-10-01',
  to: '2026-10-02',
  opening: 1_000,
  days: [
    { day: '2026-10-01', issued: 600, removed: 100, moved: 0, supply: 1_500 },
    { day: '2026-10-02', issued: 0, removed: 0, moved: 400, supply: 1_500 },
  ],
  kinds: [kind('coins:adjusted', { issued: 600, issuedBefore: 300 }), kind('acme:sold', { removed: 100 })],
  wealth: null,
  largest: [{ user: userId.parse('0198c0de-0000-7000-8000-000000000001'), username: 'ada', balance: 900 }],
  months: ['2026-10', '2026-09'],
}
// All but the charts, which need a canvas.
const Parts = () => (
  <>
    <EconomyFigures economy={economy} />
    <KindTable kinds={economy.kinds} side="issued" />
    <KindTable kinds={economy.kinds} side="removed" />
    <Distribution wealth={economy.wealth} />
    <LargestBalances largest={economy.largest} />
  </>
)
const open = (Page: ComponentType, at: string, answer: (input: { query?: object }) => unknown) =>
  renderPage(Page, {
    manifest,
    at,
    permissions: ['admin.economy.view'],
    answers: { 'GET /api/coins/economy': answer },
  })

it('[COI21, COI23] shows figures compared with the period before, and where coins come from and go', async () => {
  await open(Parts, '/mc-admin/economy', () => economy)
  expect(await screen.findByText('+50% in this period')).toBeTruthy()
  expect(screen.getByText('+100% on the previous period')).toBeTruthy()
  // 500 coins were spent or given while 1,500 were in circulation.
  expect(screen.getByText('0.33')).toBeTruthy()
  const sources = screen.getByRole('table', { name: 'Where coins come from' })
  expect(within(sources).getByText('Adjusted by staff')).toBeTruthy()
  expect(within(sources).queryByText('acme:sold')).toBeNull()
  const sinks = screen.getByRole('table', { name: 'Where coins go' })
  expect(within(sinks).getByText('New')).toBeTruthy()
  expect(screen.getByText('The distribution was not recorded at the end of this period.')).toBeTruthy()
  // Without the permission to list users a name is no link.
  expect(screen.queryByRole('link', { name: 'ada' })).toBeNull()
})

it('[COI21, COI24] opens another period, which is also what the file holds', async () => {
  const asked: unknown[] = []
  await open(EconomyPage, '/mc-admin/economy?period=2026-09', ({ query }) => {
    asked.push(query)
    return new Promise(() => {})
  })
  expect(await screen.findByDisplayValue('September 2026')).toBeTruthy()
  const file = () => screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(file()).toBe('/api/coins/economy/file?period=2026-09')
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last 90 days')
  await screen.findByDisplayValue('Last 90 days')
  expect(asked).toEqual([{ period: '2026-09' }, { period: '90' }])
  expect(file()).toBe('/api/coins/economy/file?period=90')
})

it('[COI21] says that a period does not exist', async () => {
  await open(EconomyPage, '/mc-admin/economy?period=soon', () => refuse('VALIDATION', 400))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
