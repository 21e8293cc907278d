import { restoreBalance } from '@spawnpoint/contracts/coins'
import {
  answer,
  type AuditService,
  type DatabaseService,
  type SessionsService,
  requireProof,
} from '@spawnpoint/sdk/server'
import { restoreAccount } from './reckoning-queries.ts'

interface RestoreUses {
  readonly db: DatabaseService
  readonly sessions: SessionsService
  readonly audit: AuditService
}

export const handleRestoreBalance = ({ db, sessions, audit }: RestoreUses) =>
  answer(restoreBalance, async ({ actor, body, ip, fail }) => {
    await requireProof(sessions, actor)
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
