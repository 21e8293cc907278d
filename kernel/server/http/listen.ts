import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { http } from './node-http.ts'

/** Where the product listens; until it is opened every connection is closed at once. */
export interface Address {
  readonly server: Server
  /** Differs from the asked one only for 0. */
  readonly port: number
  open(): void
  close(): void
}

/** How much of the machine strangers may hold. */
export interface ConnectionLimits {
  readonly connections: number
  /** After this long without a byte in or out, a connection with an answer under way is closed. */
  readonly stalledMs: number
}

// A handler answers within 30 s, so a connection that is silent for longer has a reader that stalls.
const LIMITS: ConnectionLimits = { connections: 2_000, stalledMs: 60_000 }
const MOST_ANSWERS = 16

/**
 * Pipelined requests are answered one after the other, yet each holds its memory and its files from the start. Node
 * gives an answer its socket when its turn comes, so only answers that wait are counted.
 */
function limitPipelining(server: Server) {
  const waiting = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    if (response.socket !== null) return
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count >= MOST_ANSWERS) socket.destroy()
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  })
}

/** Takes the address, before anything is stored or printed for a process that cannot listen. */
export async function takeAddress(
  { host, port }: { host: string; port: number },
  limits: ConnectionLimits = LIMITS,
): Promise<Address> {
  const server = http.createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    maxHeaderSize: 16 * 1024,
    keepAliveTimeout: 65_000,
  })
  server.maxConnections = 0
  server.setTimeout(limits.stalledMs)
  // A web socket may be silent for as long as it likes.
  server.on('upgrade', (_request, socket: Socket) => socket.setTimeout(0))
  limitPipelining(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    server,
    // A server that listens on host and port has an address of this kind.
    port: (server.address() as AddressInfo).port,
    open() {
      server.maxConnections = limits.connections
    },
    close() {
      server.close()
    },
  }
}
