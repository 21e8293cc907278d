import { EndpointFailure, type Actor } from './answer.ts'
import type { SessionsService } from './services.ts'

/**
 * For what must not be done by whoever finds a tab open: throws `PROOF_REQUIRED` (403) unless this session proved by
 * password or second factor, within the last 10 minutes, who it is. The browser side is `useProof`.
 *
 * @example await requireProof(sessions, actor)
 */
export async function requireProof(
  sessions: Pick<SessionsService, 'hasFreshProof'>,
  { session }: Pick<Actor, 'session'>,
): Promise<void> {
  if (!(await sessions.hasFreshProof(session))) throw new EndpointFailure('PROOF_REQUIRED', 403)
}
