// @vitest-environment jsdom
import { renderPlugin, type RenderPluginOptions } from '@spawnpoint/sdk/testing'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readWheel, spinWheel } from '../contract/index.ts'
import manifest from '../manifest.ts'
import DailySpinPage from './page.tsx'
import { angleOf } from './wheel.tsx'

afterEach(cleanup)

const wheel: ReplyOf<typeof readWheel> = {
  segments: [
    { prize: 'miss', coins: 0, chance: 0.75 },
    { prize: 'jackpot', coins: 200, chance: 0.25 },
  ],
  price: 10,
  hasFreeSpin: false,
  paidSpinsLeft: 2,
  balance: 30,
  nextFreeAt: '2026-05-05T00:00:00Z',
  owed: 0,
}

const open = (more: Partial<typeof wheel> = {}, options: Partial<RenderPluginOptions> = {}) =>
  renderPlugin(
    { manifest, folder: join(import.meta.dirname, '..'), modules: { page: DailySpinPage } },
    {
      at: '/p/daily-spin',
      prepare: ({ server }) => {
        server.answer(readWheel, () => ({ ...wheel, ...more }))
        server.answer(spinWheel, () => ({
          id: '5f0c6a43-0000-4000-8000-000000000001',
          prize: 'jackpot' as const,
          coins: 200,
          isPaid: true,
        }))
      },
      ...options,
    },
  )

it('spins for the price on the button and shows what the server drew', async () => {
  const app = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Spin for 10 coins' }))
  expect(await screen.findByText('You won 200 coins!')).toBeTruthy()
  expect(app.server.calls(spinWheel)).toMatchObject([{ body: { price: 10 } }])
})

it('[SPI3] keeps the key of a spin that got no answer', async () => {
  const app = await open({ hasFreeSpin: true })
  app.server.refuse(spinWheel, { code: 'INTERNAL', status: 500 })
  const button = await screen.findByRole('button', { name: 'Spin for free' })
  await userEvent.click(button)
  await userEvent.click(button)
  const keys = app.server.calls(spinWheel).map(({ body }) => (body as { requestKey: string }).requestKey)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it('offers no spin that the customer cannot pay', async () => {
  await open({ balance: 4 })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Spin for 10 coins' })
  expect(button.disabled).toBe(true)
  expect(screen.getByText('You need 10 coins and have 4.')).toBeTruthy()
})

it('speaks German', async () => {
  await open({ hasFreeSpin: true }, { locale: 'de' })
  expect(await screen.findByRole('button', { name: 'Gratis drehen' })).toBeTruthy()
})

it('stops with the pointer in the middle of the prize', () => {
  expect(angleOf(wheel.segments, 'jackpot', 1) % 360).toBeCloseTo(45)
})
