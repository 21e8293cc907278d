import type { Server } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { http } from './node-http.ts'

/** Where the product listens once it is opened: a proxy would lose a call that it sends to a process which is starting. */
export interface Address {
  readonly server: Server
  /** Rejects when another process took the address meanwhile. */
  open(): Promise<void>
  /** Where it listens: differs from the asked one only for 0. */
  port(): number
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

const listen = (server: net.Server, { host, port }: { host: string; port: number }) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Tries the address, before anything is stored or printed for a process that cannot listen there. */
export async function prepareAddress(
  address: { host: string; port: number },
  limits: ConnectionLimits = LIMITS,
): Promise<Address> {
  const trial = net.createServer()
  await listen(trial, address)
  trial.close()
  const server = http.createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    maxHeaderSize: 16 * 1024,
    // Longer than proxies keep an idle connection (Caddy 2 minutes, nginx 1): a call sent as it closes would be lost.
    keepAliveTimeout: 130_000,
  })
  server.maxConnections = limits.connections
  server.setTimeout(limits.stalledMs)
  // A web socket may be silent for as long as it likes.
  server.on('upgrade', (_request, socket: Socket) => socket.setTimeout(0))
  limitPipelining(server)
  return {
    server,
    open: () => listen(server, address),
    // A server that listens on host and port has an address of this kind; a stand-by has none.
    port: () => (server.address() as AddressInfo | null)?.port ?? address.port,
    close() {
      server.close()
    },
  }
}
