import type { FastifyInstance } from 'fastify'
import { compress } from '../page/send-compressed.ts'

/** Smaller answers are not worth the processor's time: they come in few packets, and a proxy in front compresses too. */
const SMALLEST = 16_384

/** Large JSON answers are compressed as their client takes it. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < SMALLEST) return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    const varies = [reply.getHeader('vary'), 'Accept-Encoding'].filter((each) => each !== undefined)
    reply.header('vary', varies.join(', '))
    const { encoding, body } = await compress(payload, request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return body
  })
}
