// The product in a process of its own, for tests that kill it. Its control port reaches the ledger, for movements that no
// screen offers yet.
import { Ledger } from '@spawnpoint/contracts/coins'
import { z } from 'zod'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { openControlPort, type Controls } from './control-port.ts'

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

const controls: Controls = {
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

await openControlPort(server, controls)
