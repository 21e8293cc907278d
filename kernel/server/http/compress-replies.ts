import type { FastifyInstance } from 'fastify'
import { compress } from '../page/send-compressed.ts'

/**
 * Smaller answers, such as pages of lists, are not worth the time: it took a millisecond of seven, and the memory of the
 * compression made the garbage collector run more often. A proxy in front compresses them.
 */
const SMALLEST = 49_152

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
