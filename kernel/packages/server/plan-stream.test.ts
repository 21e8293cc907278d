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
  const open = createPlanStream(
    () => version,
    () => undefined,
  )
  const pages = ['ada', 'bob'].map((person) => {
    const page = aPage()
    open({ ...page, person })
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
  let change = () => {}
  const open = createPlanStream(
    () => version,
    (look) => (change = look),
  )
  const page = aPage()
  open({ ...page, person: 'ada' })
  version = 8
  change()
  expect(page.told()).toEqual([7, 8])
})
