import { isStaff } from '../../common/access-rule.ts'
import type { LiveSession } from './session-cache.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** How long sessions live. Holders of any admin permission have the short ones; with `zero_trust_enabled` everybody has. */
export const lifetimes = {
  customer: { idleMs: 14 * DAY, absoluteMs: 60 * DAY },
  staff: { idleMs: 30 * MINUTE, absoluteMs: 12 * 60 * MINUTE },
  impersonated: { idleMs: 30 * MINUTE, absoluteMs: 60 * MINUTE },
  pendingMs: 10 * MINUTE,
  reauthenticationMs: 10 * MINUTE,
  /** `last_seen_at` is written at most this often. */
  touchEveryMs: MINUTE,
  sessionsPerUser: 20,
  /** How long a replaced token is still taken, for requests under way; it is replaced at most this often. */
  overlapMs: 30_000,
  pendingAttempts: 5,
} as const

export function isExpired(
  session: Pick<LiveSession, 'createdAt' | 'lastSeenAt' | 'permissions' | 'impersonator'>,
  now: Date,
  trustsNobody: boolean,
): boolean {
  const kind = trustsNobody || isStaff(session.permissions) ? 'staff' : 'customer'
  const { idleMs, absoluteMs } = lifetimes[session.impersonator ? 'impersonated' : kind]
  return (
    now.getTime() - session.lastSeenAt.getTime() > idleMs ||
    now.getTime() - session.createdAt.getTime() > absoluteMs
  )
}
