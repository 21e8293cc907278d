import { Ledger } from '@spawnpoint/contracts/coins'
import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { aRegistration } from '../../../builtin/auth/testing.ts'
import type { LaunchConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { createApiClient } from './api-client.ts'

/** Starts the product and fills it with some people, a password and some coins: a small stand-in for the demonstration. */
export async function startSmallSite({ config }: { readonly config: LaunchConfig }) {
  const server = await startServer({ config })
  const { core, port } = server
  const [users, ledger] = [core.services.find(Users), core.services.find(Ledger)]
  if (!users || !ledger) throw new Error('users and coins are not running')
  const api = createApiClient(`http://127.0.0.1:${port}`, config.origin, '')
  const { status } = await api.post('/api/auth/register', aRegistration())
  if (status !== 200) throw new Error(`nobody could register: ${status}`)
  for (const coins of Array.from({ length: 12 }, (_, index) => index + 1)) {
    const username = `person${randomUUID().slice(0, 8)}`
    await core.orm.transaction(async (tx) => {
      const { id } = await users.create(tx, {
        username,
        email: `${username}@example.com`,
        firstName: 'Test',
        lastName: 'Person',
        ip: '127.0.0.1',
        verified: true,
      })
      await ledger.post(tx, {
        scope: 'test-site',
        key: id,
        kind: 'referrals:rewarded',
        lines: [
          { account: { system: 'earnings' }, amount: -coins },
          { account: { user: id }, amount: coins },
        ],
      })
    })
  }
  return { server }
}
