// The product in a process of its own, for tests that kill it. Beside its real controlPort it has one to the ledger,
// for movements that no screen offers yet; the first line it prints says where both are.
import { Ledger } from '@spawnpoint/contracts/coins'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'

const server = await startServer({ config: readConfig(process.env) })
const { core } = server

const ledger = () => {
  const found = core.services.find(Ledger)
  if (!found) throw new Error('the ledger is not running')
  return found
}

const movement = z.object({ key: z.uuid(), from: z.uuid(), to: z.uuid(), amount: z.number() })
const opening = z.object({ user: z.uuid(), coins: z.number() })
const settings = z.record(z.string(), z.unknown())

async function signIn(user: string): Promise<string> {
  const lines: string[] = []
  await core.orm.transaction((tx) => core.sessions.createIdentity(tx, user))
  const reply = {
    header: (_name: string, value: string | string[]) => lines.push(...[value].flat()),
    getHeader: () => undefined,
  }
  await core.sessions.start({ request: { headers: { 'user-agent': 'bank' }, ip: '127.0.0.1' }, reply }, user)
  return lines.flatMap((line) => (line.includes('Max-Age=0') ? [] : [line.split(';')[0]])).join('; ')
}

const controls: Readonly<Record<string, (body: unknown) => Promise<unknown>>> = {
  '/transfers': (body) => {
    const { key, from, to, amount } = movement.parse(body)
    const context = { scope: `bank.transfer:${from}`, key, kind: 'bank:transfer' }
    return core.orm.transaction((tx) =>
      ledger().transfer(tx, { ...context, from: { user: from }, to: { user: to }, amount }),
    )
  },
  '/accounts': async (body) => {
    const { user, coins } = opening.parse(body)
    const cookie = await signIn(user)
    const context = { scope: 'bank.opening', key: user, kind: 'bank:opening' }
    await core.orm.transaction((tx) =>
      ledger().earn(tx, { ...context, user, from: 'top-ups', amount: coins }),
    )
    return { cookie }
  },
  '/settings': async (body) => {
    await core.settings.write(settings.parse(body))
    return {}
  },
}

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

const { host, user, database } = core.database.connection
console.log(
  JSON.stringify({
    port: server.port,
    // A TCP server that listens has an address.
    controlPort: (control.address() as AddressInfo).port,
    databaseUrl: `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(host ?? '')}`,
    postmasterPid: join(core.database.place, 'cluster', 'postmaster.pid'),
    running: server.host.running().map(({ candidate }) => candidate.id),
  }),
)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
