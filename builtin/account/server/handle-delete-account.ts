import { deleteAccount } from '@spawnpoint/contracts/account'
import { answer, requireProof } from '@spawnpoint/sdk/server'
import type { AccountUses } from './account-uses.ts'

export const handleDeleteAccount = ({ db, audit, sessions, users }: AccountUses) =>
  answer(deleteAccount, async ({ actor, body, request, reply, fail }) => {
    await requireProof(sessions, actor)
    const person = await users.find(actor.id)
    if (person?.username !== body.username)
      throw fail('ACCOUNT_NAME_MISMATCH', { fields: { username: 'mismatch' } })
    await db.orm.transaction(async (tx) => {
      await users.erase(tx, actor.id)
      await audit.write(tx, { actor: actor.id, action: 'account:deleted', target: actor.id })
    })
    await sessions.end({ request, reply })
    return {}
  })
