import type pg from 'pg'
import type { ClockService } from '@spawnpoint/sdk/server'
import { isStaff } from '../../common/access-rule.ts'
import { findSession, type SessionRecord } from './session-queries.ts'
import { isExpired, lifetimes } from './lifetimes.ts'
import { rightsPrint } from './rights-print.ts'

export interface LiveSession {
  readonly id: string
  readonly user: string
  readonly permissions: readonly string[]
  /** Required step that blocks all other writes of this user. */
  readonly requiredStep: string | null
  /** The member of staff who acts in the user's place. */
  readonly impersonator: string | null
  readonly createdAt: Date
  lastSeenAt: Date
  /** `due`: the rights are not those that its token was given for. `replaced`: it came with the token before. */
  readonly renewal: 'none' | 'due' | 'replaced'
}

interface Held {
  readonly session: LiveSession
  readonly heldSince: number
}

// A process that lost its notification connection still notices a revoked session this soon.
const HOLD_MS = 15_000
const MAX_HELD = 50_000

/** A token that was replaced a moment ago stays, however the rights change: who still uses the one before gets this one. */
function renewalOf(record: SessionRecord, permissions: readonly string[], overlapBegan: Date) {
  if (record.is_replaced) return 'replaced'
  const isRecent = record.renewed_at !== null && record.renewed_at > overlapBegan
  return isRecent || record.rights === rightsPrint(permissions) ? 'none' : 'due'
}

export interface SessionCache {
  /** From memory alone; null when it has to be read. */
  recall(key: string): LiveSession | null
  /** The session of a token, or null when it is unknown, expired, or its owner is banned or deleted. */
  find(key: string): Promise<LiveSession | null>
  isDueForTouch(session: LiveSession): boolean
  forgetUser(user: string): void
  forgetAll(): void
  size(): number
}

interface SessionCacheDeps {
  readonly pool: pg.Pool
  readonly clock: ClockService
  permissionsOf(user: string): Promise<readonly string[]>
  requiredStepOf(user: string): Promise<string | null>
  /** Whether everybody's sessions are as short as those of staff. */
  trustsNobody(): boolean
}

async function readSession(deps: SessionCacheDeps, key: string): Promise<LiveSession | null> {
  const overlapBegan = new Date(deps.clock.now().getTime() - lifetimes.overlapMs)
  const record = await findSession(deps.pool, Buffer.from(key, 'base64'), overlapBegan)
  if (!record || record.banned_at || record.deleted_at) return null
  const { impersonator } = record
  const permissions = await deps.permissionsOf(record.user_id)
  // Ends when the customer becomes staff or the impersonator no longer is.
  if (impersonator && (isStaff(permissions) || !isStaff(await deps.permissionsOf(impersonator)))) return null
  return {
    id: record.id,
    user: record.user_id,
    permissions,
    requiredStep: await deps.requiredStepOf(record.user_id),
    impersonator,
    createdAt: record.created_at,
    lastSeenAt: record.last_seen_at,
    renewal: renewalOf(record, permissions, overlapBegan),
  }
}

/** Sessions in memory, by token hash and by user. */
function createHeldSessions({ clock, trustsNobody }: Pick<SessionCacheDeps, 'clock' | 'trustsNobody'>) {
  const held = new Map<string, Held>()
  // Notices come with every movement of coins: finding a user's sessions must not mean looking at all of them.
  const keysOf = new Map<string, Set<string>>()
  const drop = () => {
    held.clear()
    keysOf.clear()
  }
  return {
    drop,
    size: () => held.size,
    /** A session that is held and may still be used at this moment. */
    recall(key: string): LiveSession | null {
      const known = held.get(key)
      if (!known) return null
      const now = clock.now()
      if (now.getTime() - known.heldSince >= HOLD_MS || isExpired(known.session, now, trustsNobody()))
        return null
      return known.session
    },
    hold(key: string, session: LiveSession) {
      if (held.size >= MAX_HELD) drop()
      held.set(key, { session, heldSince: clock.now().getTime() })
      keysOf.set(session.user, (keysOf.get(session.user) ?? new Set()).add(key))
    },
    dropUser(user: string) {
      for (const key of keysOf.get(user) ?? []) held.delete(key)
      keysOf.delete(user)
    },
  }
}

/** Sessions by token hash, so that a call need not ask the database who calls. */
export function createSessionCache(deps: SessionCacheDeps): SessionCache {
  const { recall, hold, drop, dropUser, size } = createHeldSessions(deps)
  const loading = new Map<string, Promise<LiveSession | null>>()
  // A load that began before a change must not be kept after it.
  let generation = 0

  async function load(key: string): Promise<LiveSession | null> {
    const began = generation
    const session = await readSession(deps, key)
    // A session that needs renewal is read again by each call.
    if (began === generation && session?.renewal === 'none') hold(key, session)
    return session
  }

  function loadOnce(key: string): Promise<LiveSession | null> {
    const running = loading.get(key)
    if (running) return running
    const started = load(key).finally(() => loading.delete(key))
    loading.set(key, started)
    return started
  }

  return {
    recall,
    async find(key) {
      const known = recall(key)
      if (known) return known
      const session = await loadOnce(key)
      return session && !isExpired(session, deps.clock.now(), deps.trustsNobody()) ? session : null
    },
    isDueForTouch: (session) =>
      deps.clock.now().getTime() - session.lastSeenAt.getTime() > lifetimes.touchEveryMs,
    forgetUser(user) {
      generation += 1
      loading.clear()
      dropUser(user)
    },
    forgetAll() {
      generation += 1
      loading.clear()
      drop()
    },
    size,
  }
}
