// @vitest-environment jsdom
import { completeLink, listLinkAttempts, listLinkOffers, startLink } from '@spawnpoint/contracts/links'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import LinksPage from './browser/links-page.tsx'
import manifest from './manifest.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

type Offer = ReplyOf<typeof listLinkOffers>['offers'][number]

const anOffer = (over: Partial<Offer> = {}): Offer => ({
  id: 'shareus',
  name: 'ShareUs',
  coins: 100,
  left: 4,
  dailyLimit: 5,
  minSeconds: 60,
  expirySeconds: 3600,
  nextAt: null,
  ...over,
})

const open = (
  offers: readonly Offer[],
  {
    at = '/earn/links',
    permissions = [],
    prepare,
  }: {
    at?: string
    permissions?: readonly string[]
    prepare?: (server: TestBrowserHost['server']) => void
  } = {},
) =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { 'links-page': LinksPage } },
    {
      at,
      person: { permissions },
      settings: { l4r_enabled: true },
      prepare: ({ server }) => {
        server.answer(listLinkOffers, () => ({ offers: [...offers] }))
        server.answer(listLinkAttempts, () => ({ items: [], next: null, previous: null }))
        server.answer(startLink, () => ({ address: 'https://short.example/1' }))
        prepare?.(server)
      },
    },
  )

it('[LNK8] shows reward, rewards left and when the next link can be opened', async () => {
  const waiting = anOffer({ id: 'linkpays', name: 'LinkPays', left: 0, nextAt: '2027-05-05T00:00:00.000Z' })
  const followed: string[] = []
  // jsdom opens no pages.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    followed.push(this.href)
  })
  await open([anOffer(), waiting])
  expect(await screen.findByText('4 of 5 left today')).toBeTruthy()
  expect(screen.getByText(/Next link: May 5, 2027/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open LinkPays link' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Open ShareUs link' }))
  await waitFor(() => expect(followed).toEqual(['https://short.example/1']))
})

it('[LNK8] takes the reward of a return once, and clears the address', async () => {
  const app = await open([anOffer()], {
    at: '/earn/links?attempt=a.b&hash=c',
    prepare: (server) =>
      server.answer(completeLink, () => ({ coins: 100, balance: 140, provider: 'Linkvertise' })),
  })
  expect(await screen.findByText('You received 100 coins from Linkvertise.')).toBeTruthy()
  expect(app.server.calls(completeLink).map(({ body }) => body)).toEqual([{ token: 'a.b', hash: 'c' }])
  await waitFor(() => expect(app.path()).toBe('/earn/links'))
})

it('[LNK8] explains why a return or a start brought nothing', async () => {
  await open([anOffer()], {
    at: '/earn/links?attempt=a.b',
    prepare: (server) => {
      server.refuse(completeLink, { code: 'LINKS_TOO_EARLY', status: 409 })
      server.refuse(startLink, { code: 'LINKS_UNAVAILABLE', status: 503 })
    },
  })
  expect(await screen.findByText(/That was too fast/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open ShareUs link' }))
  expect(await screen.findByText(/isn't responding/)).toBeTruthy()
})

it('[LNK8] says that there are no links, and nothing about a history that cannot begin', async () => {
  await open([])
  expect(await screen.findByText('No links available')).toBeTruthy()
  expect(screen.queryByText("You haven't opened a link yet")).toBeNull()
  expect(screen.queryByText('No link provider is set up')).toBeNull()
})

it('[LNK8] tells staff who may change settings what to set up', async () => {
  await open([], { permissions: ['admin.settings.edit'] })
  expect(await screen.findByText('No link provider is set up')).toBeTruthy()
  expect(screen.getByText(/enter its API key/)).toBeTruthy()
})
