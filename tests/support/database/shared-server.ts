import { once } from 'node:events'
import { createConnection, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PoolConfig } from 'pg'
import { z } from 'zod'

const answer = z.union([
  z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() }),
  z.object({ failure: z.string() }),
])

/** Answers every caller with the server's connection; `start` runs with the first call, so that most runs start none. */
export const offerServer = async (socket: string, start: () => Promise<PoolConfig>): Promise<Server> => {
  let starting: Promise<PoolConfig> | null = null
  const server = createServer((caller) => {
    caller.on('error', () => {}) // a worker that ends early needs no answer
    starting ??= start()
    starting.then(
      (connection) => caller.end(JSON.stringify(connection)),
      (error: unknown) => caller.end(JSON.stringify({ failure: String(error) })),
    )
  })
  server.listen(socket)
  await once(server, 'listening')
  return server
}

/** The connection of the server that this test run shares. */
export const askForServer = async (socket: string): Promise<PoolConfig> => {
  const reply = answer.parse(JSON.parse(await text(createConnection(socket))))
  if ('failure' in reply) throw new Error(reply.failure)
  return { ...reply, ssl: false }
}
