import type { FastifyReply, FastifyRequest } from 'fastify'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { createConsoleStreams } from './console-streams.ts'

afterEach(() => vi.useRealTimers())

const say = () => undefined
const log = { debug: say, info: say, warn: say, error: say }

it('[SRV58] writes nothing behind the end of a console that closes with the product', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const call = get(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
  call.on('error', () => undefined)
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const errors: unknown[] = []
  response.on('error', (error) => errors.push(error))
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  createConsoleStreams({ log }).open({
    person: 'somebody',
    request: { raw: request } as FastifyRequest,
    reply: { raw: response, hijack: say } as unknown as FastifyReply,
    isAllowed: async () => true,
    watch: () => say,
  })
  const closed = once(server, 'close')
  // The next look both ends the stream and finds its beat due.
  vi.advanceTimersByTime(14_500)
  server.close()
  vi.advanceTimersByTime(1_000)
  call.destroy()
  await closed
  expect(response.writableEnded).toBe(true)
  expect(errors).toEqual([])
})
