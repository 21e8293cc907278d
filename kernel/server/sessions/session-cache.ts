import type pg from 'pg'
import type { ClockService } from '@spawnpoint/sdk/server'
import { findSession } from './session-queries.ts'
import { isExpired, lifetimes } from './lifetimes.ts'

export interface LiveSession {
  readonly id: string
  readonly user: string
  readonly permissions: readonly string[]
  readonly createdAt: Date
  lastSeenAt: Date
}

interface Held {
  readonly session: LiveSession
  readonly heldSince: number
}

// A process that lost its notification connection still notices a revoked session this soon.
const HOLD_MS = 15_000
const MAX_HELD = 50_000

/** Sessions by token hash, so that a call need not ask the database who calls. */
export function createSessionCache(deps: {
  pool: pg.Pool
  clock: ClockService
  permissionsOf(user: string): Promise<readonly string[]>
}) {
  const held = new Map<string, Held>()
  // Notices come with every movement of coins: finding a user's sessions must not mean looking at all of them.
  const keysOf = new Map<string, Set<string>>()
  const loading = new Map<string, Promise<LiveSession | null>>()
  // A load that began before a change must not be kept after it.
  let generation = 0

  async function load(tokenHash: Buffer, key: string): Promise<LiveSession | null> {
    const began = generation
    const record = await findSession(deps.pool, tokenHash)
    if (!record || record.banned_at || record.deleted_at) return null
    const session: LiveSession = {
      id: record.id,
      user: record.user_id,
      permissions: await deps.permissionsOf(record.user_id),
      createdAt: record.created_at,
      lastSeenAt: record.last_seen_at,
    }
    if (began === generation) hold(key, session)
    return session
  }

  function hold(key: string, session: LiveSession) {
    if (held.size >= MAX_HELD) drop()
    held.set(key, { session, heldSince: deps.clock.now().getTime() })
    keysOf.set(session.user, (keysOf.get(session.user) ?? new Set()).add(key))
  }

  function drop() {
    held.clear()
    keysOf.clear()
  }

  function loadOnce(tokenHash: Buffer, key: string): Promise<LiveSession | null> {
    const running = loading.get(key)
    if (running) return running
    const started = load(tokenHash, key).finally(() => loading.delete(key))
    loading.set(key, started)
    return started
  }

  return {
    /** The session of a token, or null when it is unknown, expired, or its owner is banned or deleted. */
    async find(tokenHash: Buffer): Promise<LiveSession | null> {
      const key = tokenHash.toString('base64')
      const now = deps.clock.now()
      const known = held.get(key)
      const session =
        known && now.getTime() - known.heldSince < HOLD_MS ? known.session : await loadOnce(tokenHash, key)
      return session && !isExpired(session, now) ? session : null
    },
    isDueForTouch: (session: LiveSession) =>
      deps.clock.now().getTime() - session.lastSeenAt.getTime() > lifetimes.touchEveryMs,
    forgetUser(user: string) {
      generation += 1
      loading.clear()
      for (const key of keysOf.get(user) ?? []) held.delete(key)
      keysOf.delete(user)
    },
    forgetAll() {
      generation += 1
      loading.clear()
      drop()
    },
    size: () => held.size,
  }
}

export type SessionCache = ReturnType<typeof createSessionCache>
