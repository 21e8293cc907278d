import type { FastifyReply, FastifyRequest } from 'fastify'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { openEventStream } from './event-stream.ts'

const server = createServer()
afterEach(() => void server.close())

/** A stream over a real connection, with the errors of its writes. */
async function open() {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const call = get(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
  const arrived = once(call, 'response')
  const [request, raw] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const errors: unknown[] = []
  raw.on('error', (error) => errors.push(error))
  let closed = 0
  const stream = openEventStream({
    request: { raw: request } as FastifyRequest,
    reply: { raw, hijack: () => undefined } as unknown as FastifyReply,
    onClose: () => void (closed += 1),
  })
  const [answer] = (await arrived) as [IncomingMessage]
  return { stream, answer, raw, errors, closed: () => closed }
}

it('[TIC20] [SRV58] writes nothing behind the end of a stream, which would end the product', async () => {
  const { stream, answer, raw, errors, closed } = await open()
  stream.send('change', { ticket: 1 })
  stream.end()
  stream.send('presence', { people: [] })
  stream.beat()
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  expect(text).toBe('retry: 2000\n\nevent: change\ndata: {"ticket":1}\n\n')
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  if (!raw.closed) await once(raw, 'close')
  expect([errors, closed()]).toEqual([[], 1])
})

it('[TIC20] learns that the server stops', async () => {
  const { stream } = await open()
  expect(stream.isStopping()).toBe(false)
  server.close()
  expect(stream.isStopping()).toBe(true)
  stream.end()
})
