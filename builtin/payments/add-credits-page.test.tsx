// @vitest-environment jsdom
import { listPayments, readRechargeOffer, startPayment } from '@spawnpoint/contracts/payments'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import AddCreditsPage from './browser/add-credits-page.tsx'
import manifest from './manifest.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const offer = {
  currency: 'EUR',
  coinsPerUnit: 100,
  min: 100,
  max: 10_000,
  packages: [{ coins: 1000, bonus: 50 }],
  tax: { name: 'VAT', rate: 1900, included: true },
  countries: [],
  billing: null,
  providers: [{ id: 'stripe', name: 'Stripe' }],
  balance: 40,
  owed: 0,
  setup: null,
}

const open = (over: object = {}) =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { 'add-credits-page': AddCreditsPage } },
    {
      at: '/store/add-credits',
      settings: { credits_recharge_enabled: true },
      prepare: ({ server }) => {
        server.answer(readRechargeOffer, () => ({ ...offer, ...over }))
        server.answer(listPayments, () => ({ items: [], next: null, previous: null }))
        server.answer(startPayment, () => ({
          id: '0f0e7c9e-6a58-4a7c-9d0c-6a3f5b5d8e11',
          address: 'https://checkout.example/1',
        }))
      },
    },
  )

it('[PMT17] shows the price of a package with its tax, and sends what was shown', async () => {
  const { server } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Pay €10.00 with Stripe' }))
  await expect.poll(() => server.calls(startPayment)).toHaveLength(1)
  expect(server.calls(startPayment)[0]?.body).toMatchObject({
    provider: 'stripe',
    coins: 1000,
    bonus: 50,
    currency: 'EUR',
    amount: 1000,
  })
  expect(screen.getByText('VAT included (19%)')).toBeTruthy()
})

it('[PMT17] turns money into coins and coins into money', async () => {
  await open()
  fireEvent.click(await screen.findByRole('radio', { name: /Other amount/ }))
  const [money, coins] = [screen.getByLabelText('Price (EUR)'), screen.getByLabelText('Coins')]
  fireEvent.change(money, { target: { value: '12.34' } })
  expect(coins).toHaveProperty('value', '1234')
  expect(screen.getByRole('button', { name: 'Pay €12.34 with Stripe' })).toBeTruthy()
  fireEvent.change(coins, { target: { value: '500' } })
  expect(money).toHaveProperty('value', '5.00')
  expect(screen.getByRole('button', { name: 'Pay €5.00 with Stripe' })).toBeTruthy()
  fireEvent.change(coins, { target: { value: '99' } })
  expect(screen.getByRole('button', { name: 'Continue to Stripe' })).toHaveProperty('disabled', true)
})

it('[PMT13] names what is missing to staff, and to nobody else', async () => {
  const setup = [{ id: 'stripe', provider: 'Stripe', enabled: true, missing: ['stripe_webhook_id'] }]
  await open({ providers: [], setup })
  expect(await screen.findByText(/missing: stripe_webhook_id/)).toBeTruthy()
  cleanup()
  await open({ providers: [] })
  expect(await screen.findByText("Payments aren't available right now")).toBeTruthy()
  expect(screen.queryByText(/stripe_webhook_id/)).toBeNull()
})

it('[PMT28] names what is missing by the labels of the settings', async () => {
  const setup = [{ id: 'stripe', provider: 'Stripe', enabled: true, missing: ['stripe_secret_key', 'other'] }]
  renderPage(AddCreditsPage, {
    manifest,
    at: '/store/add-credits',
    words: ['pay-stripe'],
    permissions: [],
    answers: {
      'GET /api/payments/offer': () => ({ ...offer, providers: [], setup }),
      'GET /api/payments/payments': () => ({ items: [], next: null, previous: null }),
    },
  })
  expect(await screen.findByText(/missing: Stripe secret key, other/)).toBeTruthy()
})

it('[PMT18] [PMT19] asks for the country where it sets the tax, and sends what stands on the receipt', async () => {
  const { server } = await open({
    countries: [{ country: 'NL', rate: 2100 }],
    tax: { name: 'VAT', rate: 1900, included: false },
    billing: { country: 'NL', company: '', street: '', city: '', vat: '' },
  })
  expect(await screen.findByText('plus VAT (21%)')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add company or address' }))
  fireEvent.change(screen.getByLabelText(/^Company/), { target: { value: 'Tulip BV' } })
  fireEvent.click(screen.getByRole('button', { name: 'Pay €12.10 with Stripe' }))
  await expect.poll(() => server.calls(startPayment)).toHaveLength(1)
  expect(server.calls(startPayment)[0]?.body).toMatchObject({
    amount: 1210,
    billing: { country: 'NL', company: 'Tulip BV' },
  })
  cleanup()
  await open({ countries: [{ country: 'NL', rate: 2100 }] })
  expect(await screen.findByRole('button', { name: /Pay/ })).toHaveProperty('disabled', true)
})

it('[PMT30] asks before typed billing details are lost, and not on the way to the provider', async () => {
  const { host } = await open()
  // As a browser asks at a link that leads away.
  const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect([await host.mayLeave(), isHeld()]).toEqual([true, false])
  fireEvent.click(await screen.findByRole('button', { name: 'Add company or address' }))
  fireEvent.change(screen.getByLabelText(/^Company/), { target: { value: 'Tulip BV' } })
  const answer = host.mayLeave()
  fireEvent.click(await screen.findByRole('button', { name: 'Stay', hidden: true }))
  expect([await answer, isHeld()]).toEqual([false, true])
  const left: [string, boolean][] = []
  const leave = (event: Event) => {
    event.preventDefault()
    if (event.target instanceof HTMLAnchorElement) left.push([event.target.href, isHeld()])
  }
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string, options?: ElementCreationOptions) => {
    const made = create(name, options)
    if (name === 'a') made.addEventListener('click', leave)
    return made
  })
  fireEvent.click(screen.getByRole('button', { name: 'Pay €10.00 with Stripe' }))
  await expect.poll(() => left).toEqual([['https://checkout.example/1', false]])
})
