import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigurationError } from '../configuration-error.ts'

const advice: Readonly<Record<string, (at: string) => string>> = {
  EADDRINUSE: (at) => `${at} is taken: stop what listens there, or choose another port with PORT.`,
  EACCES: (at) => `The server may not listen on ${at}: choose a port above 1023 with PORT.`,
  EADDRNOTAVAIL: (at) => `This machine has no address for ${at}: choose another with HOST.`,
  ENOTFOUND: (at) => `This machine has no address for ${at}: choose another with HOST.`,
}

/** Listens, or says in one sentence why it may not. Returns the port, which differs from the asked one only for 0. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const explain = advice[error.code ?? '']
      reject(explain ? new ConfigurationError(explain(`${host}:${port}`)) : error)
    })
    server.listen(port, host, resolve)
  })
  // A server that listens on host and port has an address of this kind.
  return (server.address() as AddressInfo).port
}
