// @vitest-environment jsdom
import { readBalance, readStatement } from '@spawnpoint/contracts/coins'
import { redeemCode } from '@spawnpoint/contracts/earn'
import type { FirstStepProps } from '@spawnpoint/sdk/browser'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import CoinsStep from './browser/coins-step.tsx'
import RedeemPage from './browser/redeem-page.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const open = (
  prepare: (server: TestBrowserHost['server']) => void,
  settings: Readonly<Record<string, unknown>> = {},
) =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { 'redeem-page': RedeemPage } },
    {
      at: '/earn/redeem',
      settings: { code_redemption_enabled: true, ...settings },
      prepare: ({ server }) => {
        server.answer(readBalance, () => ({ balance: 40 }))
        prepare(server)
      },
    },
  )

const redeem = async (code: string) => {
  await userEvent.type(await screen.findByLabelText(/^Code/), code)
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
}

it('redeems a code and says how many coins came', async () => {
  let balance = 40
  const app = await open((server) => {
    server.answer(readBalance, () => ({ balance }))
    server.answer(redeemCode, () => {
      balance = 290
      return { coins: 250, balance }
    })
  })
  const sessionCalls = () => app.server.calls({ method: 'GET', path: '/api/user/session' }).length
  expect(await screen.findByText('40')).toBeTruthy()
  const before = sessionCalls()
  await redeem('welcome')
  expect(await screen.findByText('You received 250 coins.')).toBeTruthy()
  expect(await screen.findByText('290')).toBeTruthy()
  await waitFor(() => expect(sessionCalls()).toBe(before + 1))
  expect(app.server.calls(redeemCode)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  expect(screen.queryByText('You received 250 coins.')).toBeNull()
})

it('[EARN1] ticks getting coins by the balance, or by coins that were there before', async () => {
  const Step: FirstStepProps['Step'] = ({ title, isDone, action }) => (
    <p>
      {title}: {String(isDone)} {action}
    </p>
  )
  const Page = () => <CoinsStep Step={Step} />
  const line = {
    id: '1',
    at: '2026-05-04T09:00:00.000Z',
    kind: 'gift',
    plugin: null,
    note: '',
    amount: 5,
    balance: 0,
  }
  const show = (credits: number, lines: readonly (typeof line)[]) =>
    renderPlugin(
      { manifest, folder: import.meta.dirname, modules: { 'redeem-page': Page } },
      {
        at: '/earn/redeem',
        settings: { code_redemption_enabled: true },
        person: { user: { credits } },
        prepare: ({ server }) =>
          server.answer(readStatement, () => ({ items: [...lines], next: null, previous: null })),
      },
    )
  await show(0, [])
  expect(await screen.findByText(/Get coins: false/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Redeem code' }).getAttribute('href')).toBe('/earn/redeem')
  cleanup()
  await show(0, [line])
  expect(await screen.findByText(/Get coins: true/)).toBeTruthy()
})

it('sends nothing while no code is entered', async () => {
  const app = await open((server) => server.answer(redeemCode, () => ({ coins: 250, balance: 290 })))
  await redeem(' ')
  const field = await screen.findByLabelText(/^Code/)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(app.server.calls(redeemCode)).toEqual([])
})

it('tries a lost answer again under the same request key, and another code under another', async () => {
  const app = await open((server) => server.refuse(redeemCode, { code: 'UNAVAILABLE', status: 503 }))
  await redeem('welcome')
  await screen.findByText('The server is currently unavailable. Please try again later.')
  app.server.answer(redeemCode, () => ({ coins: 250, balance: 290 }))
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  await screen.findByText('You received 250 coins.')
  await redeem('another')
  await screen.findByLabelText(/^Code/)
  const keys = app.server
    .calls(redeemCode)
    .map(({ body }) => Reflect.get(Object(body), 'requestKey') as unknown)
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

it('shows a refusal beside the code', async () => {
  await open((server) =>
    server.refuse(redeemCode, {
      code: 'EARN_CODE_EXPIRED',
      status: 409,
      fields: { code: 'EARN_CODE_EXPIRED' },
    }),
  )
  await redeem('welcome')
  const problem = await screen.findByText('This code has expired.')
  const notes = screen.getByLabelText(/^Code/).getAttribute('aria-describedby')?.split(' ') ?? []
  expect(notes.some((id) => document.getElementById(id)?.contains(problem))).toBe(true)
})

it('names the places where codes are handed out, of secure addresses only', async () => {
  await open(() => undefined, {
    discord_invite_url: 'https://discord.gg/x',
    twitter_url: 'javascript:alert(1)',
  })
  expect((await screen.findByRole('link', { name: 'Discord' })).getAttribute('href')).toBe(
    'https://discord.gg/x',
  )
  expect(screen.queryByRole('link', { name: 'X' })).toBeNull()
})
