import type { Queries, SessionCarrier, SessionsService, ClockService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import {
  expiredCookies,
  pendingCookies,
  readCookie,
  renewedCookie,
  sessionCookies,
  type CookieNames,
} from './cookies.ts'
import { deviceName } from '../../../sdk/server/device-name.ts'
import { lifetimes } from './lifetimes.ts'
import { rightsPrint } from './rights-print.ts'
import type { LiveSession, SessionCache } from './session-cache.ts'
import * as queries from './session-queries.ts'

/** By this a session is held in memory; in the database lie the same bytes. */
const keyOf = (token: string) => hash('sha256', token, 'base64')
const hashOf = (token: string) => Buffer.from(keyOf(token), 'base64')
const mintToken = () => randomBytes(32).toString('base64url')
// Not secret: a new value tells other tabs that somebody else signed in.
const mintMarker = () => `1.${randomBytes(6).toString('base64url')}`

const maxAge = Math.floor(lifetimes.customer.absoluteMs / 1000)

export interface SessionsDeps {
  readonly pool: pg.Pool
  readonly cache: SessionCache
  readonly clock: ClockService
  readonly names: CookieNames
  permissionsOf(user: string): Promise<readonly string[]>
  /** The token that comes after this one, and that nobody else can tell from it. */
  successorOf(token: string): string
  /** Tells every process, this one first, to read a user again. */
  announce(user: string, tx?: Queries): Promise<void>
  /** Tells them, a moment after the commit, that what is said of a user has changed. */
  announceChange(user: string, tx: Queries): Promise<void>
}

async function endAll(tx: Queries, user: string) {
  await tx.execute(sql`delete from kernel.session where user_id = ${user} or impersonator = ${user}`)
  await tx.execute(sql`delete from kernel.pending_session where user_id = ${user}`)
}

/** Fastify adds to the cookies that are set already: naming those again would send them twice. */
function addCookies({ reply }: SessionCarrier, lines: readonly string[]) {
  reply.header('set-cookie', [...lines])
}

const tokenOf = (carrier: SessionCarrier, name: string) => readCookie(carrier.request.headers['cookie'], name)

const header = (carrier: SessionCarrier, name: string) => {
  const value = carrier.request.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** Operations for the kernel beyond the public service. */
export interface KernelSessions extends SessionsService {
  authenticate(cookieHeader: string | undefined): Promise<LiveSession | null>
  /** As `authenticate`, from memory alone: null also means that the database has to be asked. */
  recall(cookieHeader: string | undefined): LiveSession | null
  touch(session: LiveSession): void
  /** After a change of rights the session goes on under another token, which the answer carries. */
  renew(carrier: SessionCarrier, session: LiveSession): Promise<void>
  expire(carrier: SessionCarrier, keepPending: boolean): void
  sweep(): Promise<void>
}

/** Ends the session whose token the request carries, if there is one. */
async function dropPresented({ pool, cache, clock, names, announce }: SessionsDeps, carrier: SessionCarrier) {
  const presented = tokenOf(carrier, names.session)
  if (!presented) return
  const known = await cache.find(keyOf(presented))
  const overlapBegan = new Date(clock.now().getTime() - lifetimes.overlapMs)
  await queries.deleteSessionByToken(pool, hashOf(presented), overlapBegan)
  if (known) await announce(known.user)
}

/** A log-in: it begins a session, or waits for its second factor, and it ends. */
function createLogIns(deps: SessionsDeps) {
  const { pool, clock, names } = deps

  async function start(carrier: SessionCarrier, user: string, impersonator: string | null = null) {
    await dropPresented(deps, carrier)
    const secret = mintToken()
    const id = await queries.insertSession(pool, {
      tokenHash: hashOf(secret),
      user,
      rights: rightsPrint(await deps.permissionsOf(user)),
      userAgent: header(carrier, 'user-agent').slice(0, 400),
      ip: carrier.request.ip,
      now: clock.now(),
      impersonator,
    })
    await queries.dropOldestSessions(pool, user, lifetimes.sessionsPerUser)
    await deps.announce(user)
    addCookies(carrier, sessionCookies(names, secret, mintMarker(), maxAge))
    return id
  }

  async function pending(carrier: SessionCarrier) {
    const secret = tokenOf(carrier, names.pending)
    const found = secret ? await queries.findPending(pool, hashOf(secret), clock.now()) : null
    return found && { id: found.id, user: found.user_id, next: found.next, attempts: found.attempts }
  }

  return {
    start,
    pending,
    async startPending(carrier, user, next) {
      await dropPresented(deps, carrier)
      const secret = mintToken()
      const expiresAt = new Date(clock.now().getTime() + lifetimes.pendingMs)
      await queries.insertPending(pool, { tokenHash: hashOf(secret), user, next, expiresAt })
      addCookies(carrier, pendingCookies(names, secret, mintMarker(), lifetimes.pendingMs / 1000))
    },
    async failPending(id) {
      const attempts = await queries.countPendingFailure(pool, id)
      if (attempts >= lifetimes.pendingAttempts) await queries.takePending(pool, id)
      return Math.max(0, lifetimes.pendingAttempts - attempts)
    },
    async completePending(carrier, id) {
      const found = await pending(carrier)
      if (!found || found.id !== id || !(await queries.takePending(pool, id)))
        throw new Error('E_PENDING_GONE')
      return start(carrier, found.user)
    },
    async end(carrier) {
      await dropPresented(deps, carrier)
      addCookies(carrier, expiredCookies(names))
    },
  } satisfies Partial<KernelSessions>
}

/** The session that a request carries. */
function createCarriedSessions({ pool, cache, clock, names, successorOf }: SessionsDeps) {
  const secretIn = (cookieHeader: string | undefined) => readCookie(cookieHeader, names.session)
  return {
    async authenticate(cookieHeader) {
      const secret = secretIn(cookieHeader)
      return secret ? cache.find(keyOf(secret)) : null
    },
    recall(cookieHeader) {
      const secret = secretIn(cookieHeader)
      return secret ? cache.recall(keyOf(secret)) : null
    },
    async resume(carrier) {
      const secret = tokenOf(carrier, names.session)
      const session = secret ? await cache.find(keyOf(secret)) : null
      if (!secret || !session) return null
      const current = session.renewal === 'replaced' ? successorOf(secret) : secret
      addCookies(carrier, sessionCookies(names, current, mintMarker(), maxAge))
      return { user: session.user }
    },
    async renew(carrier, session) {
      const secret = session.renewal === 'none' ? null : tokenOf(carrier, names.session)
      if (!secret) return
      // Parallel requests, in whatever process, come to the same one: none of them takes it from another.
      const next = successorOf(secret)
      const change = { before: hashOf(secret), after: hashOf(next), now: clock.now() }
      if (session.renewal === 'due')
        await queries.renewToken(pool, { ...change, rights: rightsPrint(session.permissions) })
      const left = session.createdAt.getTime() + lifetimes.customer.absoluteMs - clock.now().getTime()
      addCookies(carrier, [renewedCookie(names, next, Math.max(1, Math.floor(left / 1000)))])
    },
    touch(session) {
      if (!cache.isDueForTouch(session)) return
      session.lastSeenAt = clock.now()
      // Losing one touch costs nothing: the next call writes it again.
      queries.touchSession(pool, session.id, session.lastSeenAt).catch(() => undefined)
    },
    expire(carrier, keepPending) {
      addCookies(carrier, expiredCookies(names, keepPending))
    },
    async markReauthenticated(session) {
      await queries.markSessionReauthenticated(pool, session, clock.now())
    },
    async isReauthenticated(session) {
      const { rows } = await pool.query<{ proof_at: Date | null }>(
        'select proof_at from kernel.session where id = $1',
        [session],
      )
      const at = rows[0]?.proof_at
      // Neither does a clock that was set back make a proof good for hours; clocks of processes differ by less.
      return (
        Boolean(at) && Math.abs(clock.now().getTime() - (at?.getTime() ?? 0)) < lifetimes.reauthenticationMs
      )
    },
  } satisfies Partial<KernelSessions>
}

/** All sessions of a user, listed and ended. */
function createUserSessions({ pool, announce }: SessionsDeps) {
  return {
    async list(user, current) {
      const rows = await queries.listSessions(pool, user)
      return rows.map((row) => ({
        id: row.id,
        device: deviceName(row.user_agent),
        ip: row.ip,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        current: row.id === current,
        isImpersonated: row.impersonator !== null,
      }))
    },
    async revoke(user, session) {
      const gone = await queries.deleteSession(pool, user, session)
      if (gone) await announce(user)
      return gone
    },
    async revokeAll(user, except) {
      await queries.deleteOtherSessions(pool, user, except ?? null)
      await queries.deletePending(pool, user)
      await announce(user)
    },
  } satisfies Partial<KernelSessions>
}

/** The user as sessions know them: a changed epoch makes every process read them again. */
function createIdentities({ clock, announce, announceChange }: SessionsDeps) {
  return {
    async createIdentity(tx, id) {
      await tx.execute(sql`insert into kernel.identity (id) values (${id})`)
    },
    async bumpEpoch(tx, user) {
      await tx.execute(sql`update kernel.identity set epoch = epoch + 1 where id = ${user}`)
      await announce(user, tx)
    },
    changed: (tx, user) => announceChange(user, tx),
    async ban(tx, user, banned) {
      const at = banned ? clock.now().toISOString() : null
      await tx.execute(
        sql`update kernel.identity set epoch = epoch + 1, banned_at = ${at} where id = ${user}`,
      )
      if (banned) await endAll(tx, user)
      await announce(user, tx)
    },
    async remove(tx, user) {
      const at = clock.now().toISOString()
      await tx.execute(
        sql`update kernel.identity set epoch = epoch + 1, deleted_at = ${at} where id = ${user}`,
      )
      await endAll(tx, user)
      await announce(user, tx)
    },
  } satisfies Partial<KernelSessions>
}

export const createSessions = (deps: SessionsDeps): KernelSessions => ({
  ...createLogIns(deps),
  ...createCarriedSessions(deps),
  ...createUserSessions(deps),
  ...createIdentities(deps),
  async sweep() {
    const now = deps.clock.now()
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const { idleMs, absoluteMs } = lifetimes.customer
    await queries.deleteStaleSessions(deps.pool, ago(idleMs), ago(absoluteMs), now)
  },
})
