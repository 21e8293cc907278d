import Fastify, { type FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { boundReplies } from './largest-reply.ts'

const errors: string[] = []
// The paths below are the only ones.
const sizeOf = ({ params }: FastifyRequest) => Number((params as { size: string }).size)
function anApp() {
  const app = Fastify()
  boundReplies(app, 'acme', 1_000)
  app.setErrorHandler((error: Error, _request, reply) => {
    errors.push(error.message)
    return reply.code(500).send({ failed: true })
  })
  app.get('/text/:size', (request, reply) => reply.send('x'.repeat(sizeOf(request))))
  app.get('/bytes/:size', (request, reply) => reply.send(Buffer.alloc(sizeOf(request))))
  app.get('/pieces/:size', (request, reply) =>
    reply.send(Readable.from(Array.from({ length: sizeOf(request) / 100 }, () => Buffer.alloc(100)))),
  )
  return app
}

it.each(['text', 'bytes'])('[ISO15] sends %s up to its limit, and refuses more', async (kind) => {
  const app = anApp()
  errors.length = 0
  expect((await app.inject(`/${kind}/1000`)).rawPayload).toHaveLength(1_000)
  const { statusCode, body } = await app.inject(`/${kind}/1001`)
  expect([statusCode, body]).toEqual([500, '{"failed":true}'])
  expect(errors).toEqual(['E_REPLY_SIZE: a reply of acme is larger than 1000 bytes'])
})

it('[ISO15] cuts off a reply in pieces at its limit', async () => {
  const app = anApp()
  expect((await app.inject('/pieces/1000')).rawPayload).toHaveLength(1_000)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/pieces/5000`)
    return response.ok ? response.arrayBuffer() : 'refused'
  }
  // Refused where nothing was sent before the limit was met.
  expect(['refused', 'cut off']).toContain(await read().catch(() => 'cut off'))
  await app.close()
})
