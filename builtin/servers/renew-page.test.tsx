// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import RenewPage from './browser/renew-page.tsx'
import { ServerHistory } from './browser/server-history.tsx'
import manifest from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'
const item = {
  id,
  name: 'Skyblock',
  state: 'running',
  cost: 100,
  days: 30,
  balance: 250,
  expiresAt: '2027-03-01T12:00:00.000Z',
  newExpiresAt: '2027-03-31T12:00:00.000Z',
  autoRenew: false,
  next: { step: 'expired', at: '2027-03-01T12:00:00.000Z' },
}
const read = 'GET /api/servers/:id/renewal'
const renew = 'POST /api/servers/:id/renewal'
const auto = 'PUT /api/servers/:id/auto-renewal'
// Routes that are drawn here are those of the administration.
const routed = {
  ...manifest,
  contributes: { ...manifest.contributes, adminPages: manifest.contributes.routes },
}

type Options = Parameters<typeof renderPage>[1]

/** The page at its address, from which it knows the server. */
const Routed = () => (
  <Routes>
    <Route path="/server/:id/renew" element={<RenewPage />} />
  </Routes>
)

const open = (answers: Options['answers'], contributions: Options['contributions'] = {}, Page = RenewPage) =>
  renderPage(Page, {
    manifest: routed,
    at: `/server/${id}/renew`,
    permissions: [],
    answers,
    contributions,
  })

it('[SRV49] shows price, balances and both dates, and sends what was seen', async () => {
  const { callsTo } = open({ [read]: () => item, [renew]: () => ({ ...item, balance: 150 }) })
  expect(await screen.findByText('250 coins')).toBeTruthy()
  expect(screen.getByText('150 coins')).toBeTruthy()
  await userEvent.click(screen.getByText('Renew for 100 coins'))
  await waitFor(() => expect(callsTo(renew)).toHaveLength(1))
  expect(callsTo(renew)[0]?.body).toMatchObject({ expiresAt: item.expiresAt, cost: 100 })
})

it('[SRV49] says how many coins are missing and where they come from, and renews nothing', async () => {
  open(
    { [read]: () => ({ ...item, balance: 30 }) },
    {
      'slot coins.sources': [
        {
          id: 'buy',
          plugin: 'test',
          title: '',
          size: 'small',
          Component: ({ isShort }) => <p>{isShort ? 'Buy the coins that are missing' : 'Buy coins'}</p>,
        },
      ],
    },
  )
  expect(await screen.findByText('You need 70 more coins to renew this server.')).toBeTruthy()
  expect(screen.getByText('Buy the coins that are missing')).toBeTruthy()
  expect(screen.getByText('Renew for 100 coins').closest('button')).toHaveProperty('disabled', true)
})

it('[SRV49] says that another tab was first', async () => {
  open({ [read]: () => item, [renew]: () => refuse('SERVERS_ALREADY_RENEWED', 409) })
  await userEvent.click(await screen.findByText('Renew for 100 coins'))
  expect(await screen.findByText(/No coins were taken/)).toBeTruthy()
})

it('[SRV50] says what comes next once the server has expired', async () => {
  open({ [read]: () => ({ ...item, state: 'suspended', next: { step: 'deleted', at: item.newExpiresAt } }) })
  expect(await screen.findByText(/It will be deleted on/)).toBeTruthy()
})

it('[SRV115] says why a server that stands still for having expired cannot be renewed', async () => {
  const refused = { [read]: () => refuse('SERVERS_NOT_EXPIRING', 409) }
  const place = { id, name: 'Paper' }
  const live = {
    id,
    wanted: null,
    problem: null,
    buildId: id,
    name: 'Skyblock',
    location: place,
    category: place,
    egg: place,
    expiresAt: null,
  }
  const list = (suspendedForExpiry: boolean) => () => ({
    servers: [{ ...live, status: 'suspended', suspendedForExpiry }],
    queued: [],
    slots: { used: 1, limit: 1 },
  })
  open({ ...refused, 'GET /api/servers': list(true) }, {}, Routed)
  expect(await screen.findByText('Renewals are turned off')).toBeTruthy()
  cleanup()
  open({ ...refused, 'GET /api/servers': list(false) }, {}, Routed)
  expect(await screen.findByText('Nothing to renew')).toBeTruthy()
})

it('[SRV54] turns the automatic renewal on', async () => {
  const { callsTo } = open({ [read]: () => item, [auto]: () => ({ ...item, autoRenew: true }) })
  await userEvent.click(await screen.findByLabelText('Renew automatically'))
  await waitFor(() => expect(callsTo(auto)[0]?.body).toEqual({ autoRenew: true }))
})

it('[SRV56] shows the timeline with who did what', async () => {
  const entry = { id, at: '2027-02-01T12:00:00.000Z', reason: null, coins: null, until: null, days: null }
  renderPage(() => <ServerHistory id={id} />, {
    manifest: routed,
    at: `/server/${id}`,
    permissions: [],
    answers: {
      'GET /api/servers/:id/history': () => ({
        items: [
          { ...entry, kind: 'suspended', by: 'staff', reason: 'Mining coins' },
          { ...entry, id: `${id.slice(0, -1)}2`, kind: 'renewed', by: 'you', coins: 100 },
        ],
      }),
    },
  })
  expect(await screen.findByText('Our staff · Mining coins')).toBeTruthy()
  expect(screen.getByText('You · 100 coins')).toBeTruthy()
})
