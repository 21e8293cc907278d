// @vitest-environment jsdom
import { sendHeartbeat, startCounting } from '@spawnpoint/contracts/afk'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import AfkPage from './browser/afk-page.tsx'
import type { Counting } from './browser/create-counting.ts'
import manifest from './manifest.ts'

let visibility: DocumentVisibilityState = 'visible'
Object.defineProperty(document, 'visibilityState', { get: () => visibility })

afterEach(() => {
  visibility = 'visible'
  cleanup()
})

const nonces = ['3f0c1a52-0000-4000-8000-000000000001', '3f0c1a52-0000-4000-8000-000000000002'] as const

const aCounting = (over: Partial<Counting> = {}): Counting => ({
  nonce: nonces[0],
  dueInMs: 30_000,
  openMs: 0,
  restMs: 20_000,
  coinMs: 300_000,
  todayMs: 3_600_000,
  totalMs: 7_200_000,
  coinsToday: 12,
  coinsPerDay: 120,
  resumesAt: null,
  balance: null,
  ...over,
})

const open = async (
  prepare: (server: TestBrowserHost['server']) => void = () => undefined,
  storage: Readonly<Record<string, string>> = {},
) => {
  const app = await renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { 'afk-page': AfkPage } },
    {
      at: '/earn/afk',
      settings: { afk_enabled: true },
      person: { user: { credits: 40 } },
      storage,
      prepare: ({ server }) => {
        server.answer(startCounting, () => aCounting())
        server.answer(sendHeartbeat, () => aCounting({ nonce: nonces[1], balance: 41, coinsToday: 13 }))
        prepare(server)
      },
    },
  )
  const pass = (ms: number) => act(() => app.clock.advance(ms))
  const look = (now: DocumentVisibilityState) =>
    act(async () => {
      visibility = now
      document.dispatchEvent(new Event('visibilitychange'))
      await app.clock.advance(0)
    })
  return { ...app, pass, look }
}

const timer = async () => (await screen.findByRole('timer')).textContent

it('[AFK9] runs the timer, and says when the next coin comes and how many came today', async () => {
  const { pass, server } = await open()
  expect(await screen.findByText('Counting')).toBeTruthy()
  expect(screen.getByText('in 5 minutes')).toBeTruthy()
  expect(screen.getByText('12 of 120')).toBeTruthy()
  expect(screen.getByText('120 minutes')).toBeTruthy()
  expect(screen.getByText('40')).toBeTruthy()
  await pass(11_000)
  expect(await timer()).toBe('1:00:11')
  await pass(19_000)
  expect(server.calls(sendHeartbeat).map(({ body }) => body)).toEqual([{ nonce: nonces[0] }])
  expect(screen.getByText('13 of 120')).toBeTruthy()
  expect(screen.getByText('41')).toBeTruthy()
  await pass(30_000)
  expect(server.calls(sendHeartbeat).at(-1)?.body).toEqual({ nonce: nonces[1] })
})

it('[AFK9] goes on after a reload with the nonce of before', async () => {
  const { server } = await open(undefined, { afk_nonce: nonces[1] })
  await screen.findByText('Counting')
  expect(server.calls(startCounting).map(({ body }) => body)).toEqual([{ resume: nonces[1] }])
})

it('[AFK9] pauses while hidden, and counts again as soon as it is seen', async () => {
  const { look, pass, server } = await open()
  await screen.findByText('Counting')
  await look('hidden')
  expect(screen.getByText(/This page is hidden/)).toBeTruthy()
  await pass(120_000)
  expect(server.calls(sendHeartbeat)).toEqual([])
  expect(await timer()).toBe('1:00:00')
  await look('visible')
  expect(await screen.findByText('Counting')).toBeTruthy()
  expect(server.calls(startCounting).at(-1)?.body).toEqual({ resume: null })
})

it('[AFK9] counts nothing in a tab that is opened hidden, until it is seen', async () => {
  visibility = 'hidden'
  const { look, server } = await open()
  expect(await screen.findByText(/This page is hidden/)).toBeTruthy()
  expect(server.calls(startCounting)).toEqual([])
  await look('visible')
  expect(await screen.findByText('Counting')).toBeTruthy()
})

it('[AFK9] says that another tab counts, and takes over when asked', async () => {
  const { pass, server } = await open((fake) =>
    fake.refuse(sendHeartbeat, { code: 'AFK_ELSEWHERE', status: 409 }),
  )
  await pass(30_000)
  expect(await screen.findByText(/in another tab or on another device\. Only one/)).toBeTruthy()
  await pass(120_000)
  expect(server.calls(sendHeartbeat)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Count here' }))
  expect(await screen.findByText('Counting')).toBeTruthy()
})

it('[AFK9] tries again by itself while the server is out of reach', async () => {
  const { pass, server } = await open((fake) =>
    fake.refuse(sendHeartbeat, { code: 'UNAVAILABLE', status: 503 }),
  )
  await pass(30_000)
  expect(await screen.findByText(/can't be reached/)).toBeTruthy()
  server.answer(sendHeartbeat, () => aCounting({ nonce: nonces[1] }))
  await pass(5000)
  expect(await screen.findByText('Counting')).toBeTruthy()
  expect(server.calls(sendHeartbeat).map(({ body }) => body)).toEqual([
    { nonce: nonces[0] },
    { nonce: nonces[0] },
  ])
})

it('[AFK9] starts again by itself where the server ended counting, and stops where it is turned off', async () => {
  const { pass, server } = await open((fake) =>
    fake.refuse(sendHeartbeat, { code: 'AFK_ENDED', status: 409 }),
  )
  await pass(30_000)
  expect(server.calls(startCounting)).toHaveLength(2)
  server.refuse(sendHeartbeat, { code: 'FEATURE_OFF', status: 404 })
  await pass(30_000)
  expect(await screen.findByText(/were turned off/)).toBeTruthy()
  server.refuse(startCounting, { code: 'FEATURE_OFF', status: 404 })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/were turned off/)).toBeTruthy()
})

it('[AFK9] says when the limit of the day is reached and when counting continues', async () => {
  const { pass } = await open((fake) =>
    fake.answer(startCounting, () => aCounting({ coinsToday: 120, resumesAt: '2027-05-05T00:00:00.000Z' })),
  )
  expect(await screen.findByText('Daily limit reached')).toBeTruthy()
  expect(screen.getByText(/Counting continues on May 5, 2027/)).toBeTruthy()
  await pass(10_000)
  expect(await timer()).toBe('1:00:00')
})

it('[AFK9] can be paused and resumed by hand', async () => {
  const { pass, server } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(screen.getByText(/You paused counting/)).toBeTruthy()
  await pass(60_000)
  expect(server.calls(sendHeartbeat)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
  expect(await screen.findByText('Counting')).toBeTruthy()
})

it('shows a failure that no waiting mends', async () => {
  await open((fake) => fake.refuse(startCounting, { code: 'VALIDATION', status: 400 }))
  expect(await screen.findByRole('button', { name: /try again/i })).toBeTruthy()
})
