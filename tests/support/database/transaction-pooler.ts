import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

const hasEnded = (bytes: Buffer): boolean => bytes.length >= 6 && bytes.at(-6) === 'Z'.charCodeAt(0)

/** The least that behaves like a transaction pooler: every client's query goes to one and the same server process. */
export const startTransactionPooler = async (socketPath: string): Promise<{ port: number; stop(): void }> => {
  const backend = createConnection(socketPath)
  const clients = new Set<Socket>()
  let greeting: Promise<Buffer> | null = null
  let queue: Promise<unknown> = Promise.resolve()

  const exchange = async (message: Buffer): Promise<Buffer> => {
    backend.write(message)
    const parts: Buffer[] = []
    do {
      const [part] = (await once(backend, 'data')) as [Buffer]
      parts.push(part)
    } while (!hasEnded(Buffer.concat(parts)))
    return Buffer.concat(parts)
  }

  const server = createServer((client) => {
    clients.add(client)
    client.on('error', () => {}) // a client that leaves is no failure
    client.once('data', (startup) => {
      greeting ??= exchange(startup)
      void greeting.then((bytes) => client.write(bytes))
      client.on('data', (message) => {
        if (message.at(0) === 'X'.charCodeAt(0)) return client.end()
        queue = queue.then(async () => client.write(await exchange(message)))
        return queue
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    backend.destroy()
    for (const client of clients) client.destroy()
  }
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return { port, stop }
}
