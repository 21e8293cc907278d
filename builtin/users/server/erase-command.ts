import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Audit, Clock, Database, EndpointFailure, Instance, type AdminCommand } from '@spawnpoint/sdk/server'
import { pseudonymOf } from './erase-account.ts'
import { writeErasure } from './erasure-ledger.ts'

export const eraseUses = { audit: Audit, clock: Clock, db: Database, instance: Instance, users: Users }

/** Erases somebody as staff do, for requests that reach the operator. Named twice, since nothing brings the account back. */
export const eraseCommand = ({
  audit,
  clock,
  db,
  instance,
  users,
}: ServicesOf<typeof eraseUses>): AdminCommand => ({
  summary:
    'erase a user for good: personal data goes, transactions stay under a pseudonym; give the username twice',
  arguments: ['username', 'same-username'],
  async run([login = '', again = '']) {
    const person = await users.findByLogin(login)
    if (!person) return { failed: true, text: `There is no user ${login}.` }
    if (again !== login) return { failed: true, text: 'Nothing was erased: give the username twice.' }
    try {
      await db.orm.transaction(async (tx) => {
        await users.erase(tx, person.id)
        // The log outlives the person: it must not keep the name that was just erased.
        await audit.write(tx, {
          actor: null,
          action: 'users:erased',
          target: person.id,
          after: { username: pseudonymOf(person.id) },
        })
      })
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
      return { failed: true, text: `${login} was not erased: ${error.code}.` }
    }
    // A command runs no listeners, and a backup may be restored before the next start runs them.
    await writeErasure(instance, person.id, clock.now())
    return { text: `${login} was erased and is ${pseudonymOf(person.id)} now.` }
  },
})
