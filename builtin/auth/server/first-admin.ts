import type { AuthContext } from './auth-context.ts'
import { dropSetupTokens, keepSetupToken } from './token-queries.ts'

/** While there is no administrator, each start prints a link that makes one: the same one in all processes. */
export async function offerFirstAdmin(context: AuthContext): Promise<void> {
  const { instance, db, secrets } = context
  // It brings an administrator, and a link to be that one.
  if (instance.demonstration) return
  // A command is no start, and the product may run beside it.
  if (instance.standBy) return
  if (await context.roles.hasAdministrator()) return dropSetupTokens(db.orm)
  if (instance.addressProblem !== null)
    return console.log(
      `There is no administrator yet, and no link for the first one: nobody gets in at ${instance.origin} (${instance.addressProblem}). Start with the APP_URL that people open, or create one with the command create-admin.`,
    )
  const secret = await keepSetupToken(db.orm, {
    now: context.now(),
    sign: (id) => secrets.sign('auth.setup', id),
  })
  // The terminal is the only place where nobody but the operator reads.
  console.log(
    `Create the first administrator here (once, within 60 minutes; the same link in every process): ${instance.origin}/auth/register#setup=${secret}`,
  )
}
