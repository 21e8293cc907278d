// @vitest-environment jsdom
import { serverLimits } from '@spawnpoint/contracts/servers'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { toasts } from '../../sdk/ui/toasts.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'
import StorePage from './browser/store-page.tsx'
import manifest from './manifest.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

const anItem = (over: object = {}) => ({
  id: 'ram',
  price: 250,
  quantity: 1024,
  owned: 1024,
  max: 8192,
  fits: true,
  picture: null,
  ...over,
})

const Limits = () => <>{useEndpoint(serverLimits).data && null}</>
const WithLimits = () => (
  <>
    <StorePage />
    <Limits />
  </>
)

const open = (balance: number, { servers = 1, limits = false } = {}) =>
  renderPage(limits ? WithLimits : StorePage, {
    manifest,
    stats: { servers },
    at: '/store',
    permissions: [],
    neighbours: [{ id: 'server-create', path: '/server/create', permission: '' }],
    contributions: {
      slot: [
        {
          id: 'redeem',
          plugin: 'test',
          title: '',
          size: 'small',
          Component: ({ isShort }) => <p>{isShort ? 'Earn the first coins' : 'Earn more coins'}</p>,
        },
      ],
    },
    answers: {
      'GET /api/servers/limits': () => ({}),
      'GET /api/store/items': () => ({
        balance,
        items: [
          anItem(),
          anItem({ id: 'cpu', price: 120, picture: '/i/chip.webp' }),
          anItem({ id: 'server_slot', quantity: 1, owned: 2, max: 5 }),
        ],
      }),
      'POST /api/store/purchases': () => ({
        item: 'ram',
        quantity: 1024,
        price: 250,
        balance: balance - 250,
        owned: 2048,
      }),
    },
  })

it('[STO10] draws the image of an item, and an icon where it has none', async () => {
  open(500)
  const imageOf = (name: string) => screen.getByRole('region', { name }).querySelector('img')
  await screen.findByRole('region', { name: 'CPU' })
  expect(imageOf('CPU')?.getAttribute('src')).toBe('/i/chip.webp')
  expect(imageOf('Memory')).toBeNull()
})

it('[STO9] says how many coins are missing, and leads to coins', async () => {
  open(0)
  const balance = await screen.findByText('You need 120 more coins for the cheapest item.')
  expect(balance).toBeTruthy()
  expect(screen.getByText('Earn the first coins')).toBeTruthy()
  const memory = screen.getByRole('region', { name: 'Memory' })
  expect(within(memory).getByText('250 more coins needed')).toBeTruthy()
  cleanup()
  open(120)
  expect(await screen.findByText('Earn more coins')).toBeTruthy()
  expect(screen.queryByText(/for the cheapest item/)).toBeNull()
})

it.each([
  ['in a new server while a slot is free', 1, 'Create server', '/server/create'],
  ['in the servers that are there when no slot is free', 2, 'View servers', '/home'],
])('[STO9] offers to use what was bought: %s', async (_where, servers, label, path) => {
  const user = userEvent.setup()
  const { location } = open(300, { servers })
  await user.click(await screen.findByRole('button', { name: 'Buy 1 GB Memory' }))
  await user.click(screen.getByRole('button', { name: 'Pay 250 coins' }))
  await waitFor(() => expect(toasts.getState().at(-1)?.title).toBe('Memory: bought 1 GB'))
  const bought = toasts.getState().at(-1)
  expect(bought?.action?.label).toBe(label)
  act(() => bought?.action?.onSelect())
  expect(location.getState().path).toBe(path)
})

it('[STO8] what is open elsewhere on the page follows the new limits', async () => {
  const user = userEvent.setup()
  const limits = 'GET /api/servers/limits'
  const { callsTo } = open(300, { limits: true })
  await waitFor(() => expect(callsTo(limits)).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'Buy 1 GB Memory' }))
  await user.click(screen.getByRole('button', { name: 'Pay 250 coins' }))
  await waitFor(() => expect(callsTo(limits)).toHaveLength(2))
})

it('[STO8] buys with one call, whose answer brings page and session up to date', async () => {
  const user = userEvent.setup()
  const { callsTo, session } = open(300)
  await user.click(await screen.findByRole('button', { name: 'Buy 1 GB Memory' }))
  await user.click(screen.getByRole('button', { name: 'Pay 250 coins' }))
  expect(await screen.findByText('2 GB of 8 GB')).toBeTruthy()
  await waitFor(() => expect(session.getState().user).toEqual({ credits: 50 }))
  expect(callsTo('POST /api/store/purchases')).toHaveLength(1)
  expect(callsTo('GET /api/store/items')).toHaveLength(1)
})
