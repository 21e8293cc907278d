import { restoreBalance } from '@spawnpoint/contracts/coins'
import {
  answer,
  type AuditService,
  type DatabaseService,
  type PermissionsService,
  type SessionsService,
  requireReauthentication,
} from '@spawnpoint/sdk/server'
import { requireMayAdjust } from './may-adjust.ts'
import { restoreAccount } from './reckoning-queries.ts'

interface RestoreUses {
  readonly db: DatabaseService
  readonly sessions: SessionsService
  readonly audit: AuditService
  readonly permissions: PermissionsService
}

export const handleRestoreBalance = ({ db, sessions, audit, permissions }: RestoreUses) =>
  answer(restoreBalance, async ({ actor, body, ip, fail }) => {
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
  })
