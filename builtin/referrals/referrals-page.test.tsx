// @vitest-environment jsdom
import { createReferralCode, listReferrals, readReferralOverview } from '@spawnpoint/contracts/referrals'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import ReferralsPage from './browser/referrals-page.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const invite = { code: 'K7QM2XHD', link: 'https://dash.example.com/auth/register?ref=K7QM2XHD' }
const totals = { reward: 35, rewardOfInvited: 15, waitDays: 7, activeDays: 3, joined: 2, open: 1, earned: 70 }

const open = (has: boolean) =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { 'referrals-page': ReferralsPage } },
    {
      at: '/earn/referrals',
      settings: { referrals_enabled: true, app_name: 'Host' },
      prepare: ({ server }) => {
        let created = has
        const row = {
          id: '1',
          user: 'f8c5f2e6-7d1a-4b53-9d0e-2c2f1a7b9e10',
          username: 'sam',
          avatar: null,
          at: '2027-01-01T00:00:00.000Z',
          coins: 35,
        }
        server.answer(readReferralOverview, () => ({ ...totals, invite: created ? invite : null }))
        server.answer(createReferralCode, () => {
          created = true
          return { invite }
        })
        server.answer(listReferrals, () => ({
          items: has
            ? [
                { ...row, state: 'held' as const },
                { ...row, id: '2', username: null, state: 'paid' as const },
              ]
            : [],
          next: null,
          previous: null,
        }))
      },
    },
  )

it('[REF8] creates the link at the first visit, once', async () => {
  const { server } = await open(false)
  expect(await screen.findByDisplayValue(invite.link)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  expect(server.calls(createReferralCode)).toHaveLength(1)
  expect(await screen.findByText('No referrals yet')).toBeTruthy()
})

it('[REF8] says how each referral stands, and how it works', async () => {
  const { server } = await open(true)
  expect(await screen.findAllByText('Under review')).not.toEqual([])
  expect(screen.getAllByText('Deleted account')).not.toEqual([])
  // Coins that are not paid yet are not shown as if they were.
  expect(screen.getAllByText('+35')).not.toEqual([])
  expect(screen.queryByText('35')).toBeNull()
  expect(screen.getByText('You get 35 coins and your friend gets 15 coins.')).toBeTruthy()
  expect(server.calls(createReferralCode)).toEqual([])
})
