import { deleteAccount } from '@spawnpoint/contracts/account'
import { answer, requireReauthentication } from '@spawnpoint/sdk/server'
import type { AccountUses } from './account-uses.ts'

export const handleDeleteAccount = ({ db, audit, sessions, users }: AccountUses) =>
  answer(deleteAccount, async ({ actor, body, request, reply, fail }) => {
    await requireReauthentication(sessions, actor)
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
