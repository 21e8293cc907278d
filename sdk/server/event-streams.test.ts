import type { FastifyReply, FastifyRequest } from 'fastify'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEventStreams } from './event-streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A connection that ends as Node's does: it is closed a moment after its end. */
function aCall() {
  const server = { listening: true }
  const written: string[] = []
  const raw = Object.assign(new EventEmitter(), {
    writableEnded: false,
    writableLength: 0,
    writeHead: () => undefined,
    write: (text: string) => void written.push(text),
    end() {
      raw.writableEnded = true
      queueMicrotask(() => raw.emit('close'))
    },
  })
  return {
    server,
    raw,
    written,
    request: { raw: { socket: { server } } } as unknown as FastifyRequest,
    reply: { raw, hijack: () => undefined } as unknown as FastifyReply,
  }
}

it('[TIC20] [SRV58] [PKG19] ends a stream after its time, or when the server stops, and tells its owner once', async () => {
  const streams = createEventStreams({ lifeMs: 60_000 })
  const onClose = vi.fn()
  const [short, stopped] = [aCall(), aCall()]
  streams.open({ ...short, person: 'a', onClose })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(short.raw.writableEnded).toBe(false)
  // Its beats keep it from being taken for a dead one.
  expect(short.written.filter((text) => text === ':\n\n')).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(short.raw.writableEnded).toBe(true)
  expect(onClose).toHaveBeenCalledOnce()

  streams.open({ ...stopped, person: 'a' })
  stopped.server.listening = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stopped.raw.writableEnded).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('[SRV58] ends a stream whose reader lost the right, or whose right cannot be read', async () => {
  const streams = createEventStreams()
  const [allowed, refused, broken] = [aCall(), aCall(), aCall()]
  streams.open({ ...allowed, person: 'a', mayGoOn: async () => true })
  streams.open({ ...refused, person: 'b', mayGoOn: async () => false })
  streams.open({ ...broken, person: 'c', mayGoOn: () => Promise.reject(new Error('down')) })
  await vi.advanceTimersByTimeAsync(4_000)
  expect([allowed, refused, broken].map(({ raw }) => raw.writableEnded)).toEqual([false, true, true])
  streams.close()
  expect(allowed.raw.writableEnded).toBe(true)
})

it('[OPS49] asks for the right, and beats, as often after the clock was set back two hours', async () => {
  const streams = createEventStreams()
  const call = aCall()
  const mayGoOn = vi.fn(async () => true)
  streams.open({ ...call, person: 'a', mayGoOn })
  vi.setSystemTime(Date.now() - 2 * 3_600_000)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(mayGoOn.mock.calls.length).toBeGreaterThan(7)
  expect(call.written.filter((text) => text === ':\n\n')).toHaveLength(2)
  streams.close()
})

it('[PKG19] [TIC20] keeps six for a person and a thousand in all', async () => {
  const streams = createEventStreams()
  const own = Array.from({ length: 7 }, aCall)
  for (const call of own) streams.open({ ...call, person: 'a' })
  expect(own.map(({ raw }) => raw.writableEnded)).toEqual([true, ...Array.from({ length: 6 }, () => false)])
  for (let person = 0; person < 994; person += 1)
    expect(streams.open({ ...aCall(), person: `p${person}` })).not.toBeNull()
  expect(streams.open({ ...aCall(), person: 'late' })).toBeNull()
  streams.close()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(vi.getTimerCount()).toBe(0)
})
