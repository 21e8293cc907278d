import { deleteAccount } from '@spawnpoint/contracts/account'
import { answer, requireReauthentication } from '@spawnpoint/sdk/server'
import { accountUses } from './account-uses.ts'

export const handleDeleteAccount = answer(
  deleteAccount,
  accountUses,
  async ({ actor, body, request, reply, fail, db, audit, sessions, users }) => {
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
  },
)
