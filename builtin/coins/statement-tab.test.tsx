// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import StatementTab from './browser/statement-tab.tsx'

beforeEach(forgetAnswers)
afterEach(cleanup)

it('[COI41] offers the statement to print, with whose it is, without its own buttons', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined)
  const line = { id: '1', at: '2026-05-04T08:00:00Z', kind: 'gifts:sent', amount: -20, balance: 80 }
  const { host } = createFakeHost({
    plugin: 'coins',
    session: { user: { username: 'ada' } },
    answers: {
      'GET /api/coins/balance': () => ({ balance: 80 }),
      'GET /api/coins/statement': () => ({
        items: [{ ...line, plugin: null, note: null }],
        next: null,
        previous: null,
        total: 1,
      }),
    },
  })
  render(
    <HostProvider value={host}>
      <PluginProvider value="coins">
        <DataProvider>
          <StatementTab />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  const sheet = (await screen.findByText('-20')).closest('.coins-paper')
  expect(sheet?.textContent).toContain('ada · ')
  const button = screen.getByRole('button', { name: 'Print' })
  expect(button.className).toContain('coins-not-on-paper')
  await userEvent.click(button)
  expect(print).toHaveBeenCalledOnce()
})
