import { restoreBalance } from '@spawnpoint/contracts/coins'
import {
  answer,
  requireReauthentication,
  Database,
  Sessions,
  Audit,
  Permissions,
} from '@spawnpoint/sdk/server'
import { requireMayAdjust } from './may-adjust.ts'
import { restoreAccount } from './reckoning-queries.ts'

const uses = { db: Database, sessions: Sessions, audit: Audit, permissions: Permissions }

export const handleRestoreBalance = answer(
  restoreBalance,
  uses,
  async ({ actor, body, ip, fail, db, sessions, audit, permissions }) => {
    await requireReauthentication(sessions, actor)
    await requireMayAdjust(permissions, actor, body.user)
    return db.orm.transaction(async (tx) => {
      const change = await restoreAccount(tx, body.user)
      if (!change) throw fail('COINS_NO_ACCOUNT')
      await audit.write(tx, {
        actor: actor.id,
        action: 'coins:restored',
        target: body.user,
        before: { balance: change.before },
        after: { balance: change.after },
        ip,
      })
      await sessions.changed(tx, body.user)
      return change
    })
  },
)
