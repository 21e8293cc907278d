import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { RunningServer } from '../../../kernel/cli/start-server.ts'

/** Requests that a test makes beside the calls of visitors, by path. */
export type Controls = Readonly<Record<string, (body: unknown) => Promise<unknown>>>

/** Listens beside the server of this process; the line it prints says where both are. Ends the process on SIGTERM. */
export async function openControlPort(server: RunningServer, controls: Controls): Promise<void> {
  async function answer(request: IncomingMessage) {
    try {
      return { status: 200, body: await controls[request.url ?? '']?.(await json(request)) }
    } catch (error) {
      return { status: 500, body: { error: String(error) } }
    }
  }

  const control = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body ?? {}))
    })
  })
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')

  const { database } = server.core
  const { host, user, database: name } = database.connection
  console.log(
    JSON.stringify({
      port: server.port,
      // A TCP server that listens has an address.
      controlPort: (control.address() as AddressInfo).port,
      databaseUrl: `postgres://${user}@localhost:5432/${name}?host=${encodeURIComponent(host ?? '')}`,
      postmasterPid: join(database.place, 'cluster', 'postmaster.pid'),
      running: server.host.running().map(({ candidate }) => candidate.id),
    }),
  )
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
}

/** Asks the control port of a server process. */
export async function askControl(port: number, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}
