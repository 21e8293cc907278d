import type { FastifyInstance } from 'fastify'
import { pipeline, Readable, Transform } from 'node:stream'

/** A reply that is larger than so many bytes fails; one that is sent piece by piece is cut off there. */
export function boundReplies(app: FastifyInstance, plugin: string, most: number): void {
  const tooLarge = () => new Error(`E_REPLY_SIZE: a reply of ${plugin} is larger than ${most} bytes`)

  const bounded = (source: Readable) => {
    let sent = 0
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sent += chunk.length
        done(sent > most ? tooLarge() : null, chunk)
      },
    })
    // Its error ends the connection; the plugin's own stream is destroyed with it.
    pipeline(source, counter, () => undefined)
    return counter
  }
  app.addHook('onSend', async (_request, _reply, payload: unknown) => {
    if (payload instanceof Readable) return bounded(payload)
    const isText = typeof payload === 'string'
    const bytes = isText ? Buffer.byteLength(payload) : Buffer.isBuffer(payload) ? payload.length : 0
    if (bytes > most) throw tooLarge()
    return payload
  })
}
