import { findSso, logOut, resumeSession } from '@spawnpoint/contracts/auth'
import { answer } from '@spawnpoint/sdk/server'
import { AuthContext } from './auth-context.ts'

export const handleLogOut = answer(
  logOut,
  { context: AuthContext },
  async ({ actor, request, reply, ip, context }) => {
    await context.sessions.end({ request, reply })
    reply.header('clear-site-data', '"cache"')
    if (actor) await context.log.record(context.db.orm, { user: actor.id, action: 'logged-out', ip })
    return {}
  },
)

export const handleResume = answer(
  resumeSession,
  { context: AuthContext },
  async ({ request, reply, context }) => {
    const found = await context.sessions.resume({ request, reply })
    const pending = found === null && (await context.sessions.pending({ request, reply })) !== null
    const preferences = found && (await context.users.preferences(found.user))
    return { resumed: found !== null, preferences, pending, sso: context.ssoLookups.size > 0 }
  },
)

export const handleFindSso = answer(findSso, { context: AuthContext }, async ({ body, fail, context }) => {
  for (const lookup of context.ssoLookups) {
    const url = await lookup(body.organisation)
    if (url !== null) return { url }
  }
  throw fail('AUTH_SSO_NONE')
})
