// @vitest-environment jsdom
import type { ConsentAnswer } from '@spawnpoint/contracts/plugin-manager'
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { aPlugin } from '../plugin-manager/testing.ts'
import PluginBudget from './browser/plugin-budget.tsx'
import PluginConsent from './browser/plugin-consent.tsx'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const READ = 'GET /api/coins/plugin-budgets/:plugin'
const WRITE = 'PUT /api/coins/plugin-budgets/:plugin'

function show(
  part: ReactNode,
  perDay: number | null = 500,
  permissions = ['admin.plugins.list', 'admin.coins.edit'],
) {
  const app = createFakeHost({
    plugin: 'coins',
    session: { permissions },
    answers: {
      [READ]: () => ({ perDay, paidToday: 120 }),
      [WRITE]: ({ body }) => ({ ...(body as object), paidToday: 120 }),
    },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="coins">
        <DataProvider>{part}</DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

const spin = aPlugin({ id: 'spin', capabilities: ['server.services:coins.wallet'] })

it('[COI38] shows and changes the budget on the page of the plugin', async () => {
  const app = show(<PluginBudget plugin={spin} />)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Coins per day/ })
  expect(field.value).toBe('500')
  expect(screen.getByText('380')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '1.5')
  await userEvent.click(screen.getByRole('button', { name: 'Save budget' }))
  expect(screen.getByText(/whole number from 0/)).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '900')
  await userEvent.click(screen.getByRole('button', { name: 'Save budget' }))
  await waitFor(() =>
    expect(app.callsTo(WRITE)).toEqual([{ params: { plugin: 'spin' }, body: { perDay: 900 } }]),
  )
})

it('[COI38] is nothing on the page of a plugin without coins, and a sentence for who may not set it', async () => {
  show(<PluginBudget plugin={aPlugin()} />)
  expect(screen.queryByText('Daily budget')).toBeNull()
  cleanup()
  show(<PluginBudget plugin={spin} />, null, ['admin.plugins.list'])
  expect(await screen.findByText(/can't pay coins until you set one/)).toBeTruthy()
  expect(screen.getByText(/Only staff who can adjust coins/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('[COI38] is asked for with the consent, and no other than a whole number is an answer', async () => {
  const answers: (ConsentAnswer | null)[] = []
  const onAnswer = (_part: string, answer: ConsentAnswer | null) => void answers.push(answer)
  const app = show(<PluginConsent plugin="spin" services={['coins.wallet']} onAnswer={onAnswer} />, null)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Coins per day/ })
  expect(field.value).toBe('1000')
  await userEvent.clear(field)
  expect(answers.at(-1)?.isValid).toBe(false)
  await userEvent.type(field, '250')
  expect(answers.at(-1)?.isValid).toBe(true)
  await answers.at(-1)?.save()
  expect(app.callsTo(WRITE)).toEqual([{ params: { plugin: 'spin' }, body: { perDay: 250 } }])
})

it('[COI38] [COI44] asks nothing for a plugin that uses no coins, or only takes them', () => {
  for (const service of ['users.users', 'coins.till']) {
    show(<PluginConsent plugin="spin" services={[service]} onAnswer={() => undefined} />)
    expect(screen.queryByText('Daily budget')).toBeNull()
    cleanup()
  }
  show(<PluginBudget plugin={aPlugin({ id: 'shop', capabilities: ['server.services:coins.till'] })} />)
  expect(screen.queryByText('Daily budget')).toBeNull()
})
