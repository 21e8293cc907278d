import { EndpointFailure, type Actor } from './answer.ts'
import type { SessionsService } from './services.ts'

/**
 * Protects sensitive actions from someone who finds an open tab: throws `PROOF_REQUIRED` (403) unless the user of this
 * session reauthenticated by password or second factor within the last 10 minutes. The browser side is `useProof`.
 *
 * @example await requireProof(sessions, actor)
 */
export async function requireProof(
  sessions: Pick<SessionsService, 'hasFreshProof'>,
  { session }: Pick<Actor, 'session'>,
): Promise<void> {
  if (!(await sessions.hasFreshProof(session))) throw new EndpointFailure('PROOF_REQUIRED', 403)
}
