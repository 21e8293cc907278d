import type { AuthContext } from './auth-context.ts'
import { dropSetupTokens, makeToken } from './token-queries.ts'

/** While there is no administrator, each start prints a fresh link that makes one; older links die with it. */
export async function offerFirstAdmin(context: AuthContext): Promise<void> {
  // It brings an administrator, and a link to be that one.
  if (context.instance.demonstration) return
  // The link of the product that runs beside a command must stay the valid one.
  if (context.instance.standBy) return
  if (await context.roles.hasAdministrator()) return dropSetupTokens(context.db.orm)
  const token = { purpose: 'setup', user: null, email: null, now: context.now() } as const
  const secret = await makeToken(context.db.orm, token)
  const link = `${context.instance.origin}/auth/register#setup=${secret}`
  // The terminal is the only place where nobody but the operator reads.
  console.log(`Create the first administrator here (once, within 60 minutes): ${link}`)
}
