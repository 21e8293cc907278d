import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigurationError } from '../configuration-error.ts'
import { http } from './node-http.ts'

const advice: Readonly<Record<string, (at: string) => string>> = {
  EADDRINUSE: (at) => `${at} is taken: stop what listens there, or choose another port with PORT.`,
  EACCES: (at) => `The server may not listen on ${at}: choose a port above 1023 with PORT.`,
  EADDRNOTAVAIL: (at) => `This machine has no address for ${at}: choose another with HOST.`,
  ENOTFOUND: (at) => `This machine has no address for ${at}: choose another with HOST.`,
}

/** Where the product listens; until it is opened every connection is closed at once. */
export interface Address {
  readonly server: Server
  /** Differs from the asked one only for 0. */
  readonly port: number
  open(): void
  close(): void
}

/**
 * Takes the address, or says in one sentence why it may not: before anything is stored or printed for a process that
 * cannot listen.
 */
export async function takeAddress({ host, port }: { host: string; port: number }): Promise<Address> {
  const server = http.createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    maxHeaderSize: 16 * 1024,
    keepAliveTimeout: 65_000,
  })
  server.maxConnections = 0
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const at = `${host}:${port}`
      const explain = advice[error.code ?? '']
      const otherwise = `The server cannot listen on ${at} (${error.code}): choose another address with HOST, another port with PORT.`
      reject(new ConfigurationError(explain ? explain(at) : otherwise))
    }
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
  return {
    server,
    // A server that listens on host and port has an address of this kind.
    port: (server.address() as AddressInfo).port,
    open() {
      server.maxConnections = Infinity
    },
    close() {
      server.close()
    },
  }
}
