import { z } from 'zod'
import type { RawData, WebSocket } from 'ws'

// A line of the console and a report of use are far below this.
const largestFrame = 262_144
const handshakeMs = 10_000

const frame = z.object({ event: z.string(), args: z.array(z.coerce.string()).nullish() })

export interface WingsSocket {
  send(event: string, ...args: string[]): void
  /** Asks whether the other side still answers; one that did not since the last time is given up. */
  probe(): void
  close(): void
}

export interface WingsListener {
  onOpen(): void
  onEvent(event: string, text: string): void
  /** Once, for whatever reason. */
  onEnd(): void
}

const read = (data: RawData) => {
  try {
    return frame.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    // A frame that cannot be read says nothing; those after it may.
    return null
  }
}

const listen = (socket: WebSocket, { onOpen, onEvent, onEnd }: WingsListener): WingsSocket => {
  let hasAnswered = true
  socket.on('open', onOpen)
  socket.on('pong', () => {
    hasAnswered = true
  })
  socket.on('message', (data) => {
    hasAnswered = true
    const message = read(data)
    if (message) onEvent(message.event, (message.args ?? []).join(''))
  })
  // An error is followed by the end, which is what counts.
  socket.on('error', () => undefined)
  socket.once('close', onEnd)
  return {
    send(event, ...args) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ event, args }))
    },
    probe() {
      if (!hasAnswered) return socket.terminate()
      hasAnswered = false
      if (socket.readyState === socket.OPEN) socket.ping()
    },
    close: () => socket.terminate(),
  }
}

/** Opens the socket of a node. Redirects are not followed: the token is for this host. */
export const openWingsSocket = async (
  { socket, origin }: { readonly socket: string; readonly origin: string },
  listener: WingsListener,
): Promise<WingsSocket> => {
  // Loaded late: most processes never show a console.
  const { WebSocket: Socket } = await import('ws')
  const opened = new Socket(socket, {
    origin,
    handshakeTimeout: handshakeMs,
    maxPayload: largestFrame,
    followRedirects: false,
  })
  return listen(opened, listener)
}
