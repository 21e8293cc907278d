import type { FastifyReply, FastifyRequest } from 'fastify'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPlanStream } from './plan-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The connection of an open page, and what it was told. */
function aPage() {
  const written: string[] = []
  const raw = Object.assign(new EventEmitter(), {
    writableEnded: false,
    writableLength: 0,
    writeHead: () => undefined,
    write: (text: string) => void written.push(text),
    end: () => raw.emit('close'),
  })
  return {
    raw,
    told: () =>
      written
        .join('')
        .match(/(?<=data: )\d+/g)
        ?.map(Number) ?? [],
    request: { raw: { socket: { server: { listening: true } } } } as unknown as FastifyRequest,
    reply: { raw, hijack: () => undefined } as unknown as FastifyReply,
  }
}

it('[PKG19] tells every open page of an upgrade a quarter of a second later at most, once', async () => {
  let version = 7
  const { open } = createPlanStream(() => version)
  const pages = ['ada', null].map((person) => {
    const page = aPage()
    open({ ...page, person, ip: '203.0.113.7' })
    return page
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pages.map((page) => page.told())).toEqual([[7], [7]])
  version = 8
  await vi.advanceTimersByTimeAsync(250)
  expect(pages.map((page) => page.told())).toEqual([
    [7, 8],
    [7, 8],
  ])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pages.map((page) => page.told())).toEqual([
    [7, 8],
    [7, 8],
  ])
})

it('[PKG19] tells of a change in this process at once', () => {
  let version = 7
  const { open, look } = createPlanStream(() => version)
  const page = aPage()
  open({ ...page, person: 'ada', ip: '203.0.113.7' })
  version = 8
  look()
  expect(page.told()).toEqual([7, 8])
})

it('[PKG26] keeps twenty guests of an address, and leaves those be who came before', () => {
  const { open } = createPlanStream(() => 7)
  const enter = (ip: string) => {
    const page = aPage()
    open({ ...page, person: null, ip })
    return page
  }
  // One house has many addresses of IPv6.
  const house = Array.from({ length: 20 }, (_, guest) => enter(`2001:db8:0:1::${guest + 1}`))
  expect(enter('2001:db8:0:1::ffff').told()).toEqual([])
  expect(enter('2001:db8:0:2::1').told()).toEqual([7])
  expect(house.filter(({ raw }) => raw.writableEnded)).toEqual([])
  house[0]?.raw.end()
  expect(enter('2001:db8:0:1::ffff').told()).toEqual([7])
})

it('[PKG26] keeps five hundred guests in all, who take no place of people that are signed in', () => {
  const { open } = createPlanStream(() => 7)
  const enter = (person: string | null, ip: string) => {
    const page = aPage()
    open({ ...page, person, ip })
    return page.told()
  }
  const addressOf = (guest: number) => `198.51.${Math.floor(guest / 250)}.${guest % 250}`
  for (let guest = 0; guest < 500; guest += 1) expect(enter(null, addressOf(guest))).toEqual([7])
  expect(enter(null, '203.0.113.7')).toEqual([])
  for (let person = 0; person < 1000; person += 1) expect(enter(`p${person}`, '203.0.113.7')).toEqual([7])
})
