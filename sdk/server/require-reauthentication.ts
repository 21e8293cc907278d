import { EndpointFailure, type Actor } from './answer.ts'
import type { SessionsService } from './services.ts'

/**
 * Protects sensitive actions from someone who finds an open tab: throws `REAUTHENTICATION_REQUIRED` (403) unless the user of this
 * session reauthenticated by password or second factor within the last 10 minutes. The browser side is `useReauthenticate`.
 *
 * @example await requireReauthentication(sessions, actor)
 */
export async function requireReauthentication(
  sessions: Pick<SessionsService, 'isReauthenticated'>,
  { session }: Pick<Actor, 'session'>,
): Promise<void> {
  if (!(await sessions.isReauthenticated(session)))
    throw new EndpointFailure('REAUTHENTICATION_REQUIRED', 403)
}
