// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../tests/support/browser/render-page.tsx'
import GiftPage from './browser/gift-page.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const recipient = { id: '0198c0de-0000-7000-8000-000000000001', name: 'Hana', avatar: null }

const open = (balance: number) =>
  renderPage(GiftPage, {
    manifest,
    at: '/profile/1/gift-coins',
    permissions: [],
    answers: {
      'GET /api/gifts/:uuid': () => ({ recipient, balance, min: 10, max: 1000, feePercent: 10 }),
    },
    contributions: {
      'slot coins.sources': [
        { id: 'buy', plugin: 'test', title: '', size: 'small', Component: () => <p>Buy coins</p> },
      ],
    },
  })

it('[GFT7] leads to where coins come from while a gift and its fee are more than the balance', async () => {
  open(100)
  const coins = await screen.findByLabelText(/^Coins/)
  await userEvent.type(coins, '90')
  expect(screen.queryByText('Buy coins')).toBeNull()
  await userEvent.type(coins, '0')
  expect(screen.getByText('Buy coins')).toBeTruthy()
  cleanup()
  open(5)
  expect(await screen.findByText('Buy coins')).toBeTruthy()
})
