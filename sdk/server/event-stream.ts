import type { FastifyReply, FastifyRequest } from 'fastify'

/** An open connection that takes server-sent events. @example const beat = (stream: EventStream) => stream.beat() */
export interface EventStream {
  /** Writes an event with its data as JSON. Does nothing behind the end: such a write would end the product. */
  send(event: string, data: unknown): void
  /** Keeps the connection from being closed as silent, which proxies do after less than a minute. */
  beat(): void
  /** Bytes that its reader has not taken yet. */
  buffered(): number
  /** True once the server takes no more connections: it waits for the open ones to end. */
  isStopping(): boolean
  end(): void
}

/**
 * Takes a call over as a stream of server-sent events. The page connects again by itself 2 s after its end. Throws nothing;
 * `onClose` runs once, when the reader is gone or the stream has ended.
 *
 * @example const watch = ({ request, reply }: Pick<HandlerInput<AnyEndpoint>, 'request' | 'reply'>) => openEventStream({ request, reply, onClose: () => undefined }).send('change', { at: 1 })
 */
export function openEventStream({
  request,
  reply,
  onClose,
}: {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly onClose: () => void
}): EventStream {
  const { raw } = reply
  const write = (text: string) => {
    if (!raw.writableEnded) raw.write(text)
  }
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  write('retry: 2000\n\n')
  raw.once('close', onClose)
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    buffered: () => raw.writableLength,
    isStopping() {
      const server: unknown = Reflect.get(request.raw.socket, 'server')
      return server instanceof Object && Reflect.get(server, 'listening') === false
    },
    end: () => void raw.end(),
  }
}
