import { createStore, type BrowserHost, type ReadableStore, type SessionState } from '@spawnpoint/sdk/browser'
import type { WellKnownRoute } from '@spawnpoint/sdk/common'
import type { SessionCause, SessionFailure, SessionSnapshot } from '../../../sdk/common/hooks.ts'
import { localKeys } from '../../common/local-keys.ts'
import type { Platform, PlatformCookies } from '../platform/platform.ts'
import { fetchSession, startFailed, type SessionOutcome } from './fetch-session.ts'
import { cacheSession, forgetCachedSession, loadCachedPermissions } from './session-cache.ts'

const refreshMs = 60_000
const nobody: SessionState = { status: 'signed-out', user: {}, billing: {}, stats: {}, permissions: [] }

const valid = 'user_token'

/** Any of them says "logged in" to the router; the last is named after the product. */
const sessionCookies = [valid, 'session_token', 'auth_token', 'token', 'spawnpoint_token'] as const

const hasSessionCookie = (cookies: PlatformCookies): boolean =>
  sessionCookies.some((name) => cookies.get(name) !== null)

/** A session is valid only while this cookie is there. */
const hasUserToken = (cookies: PlatformCookies): boolean => cookies.get(valid) !== null

const expireCookies = (cookies: PlatformCookies): void => {
  for (const name of new Set([...sessionCookies, ...cookies.names()])) cookies.expire(name)
}

const clearAll = ({ cookies, storage }: SessionDeps['platform']): void => {
  expireCookies(cookies)
  storage.clear()
}

export interface SessionReaction {
  /** Message key under `shell.session`, with `.title`, `.text` and maybe `.footer`. */
  readonly dialog?: 'unavailable' | 'expired' | 'startFailed'
  readonly goTo: Extract<WellKnownRoute, 'verify' | 'login'>
  /** False where no session response came, so that nothing was said about the session. */
  readonly clears: boolean
}

const reactions: Readonly<Record<string, SessionReaction>> = {
  TW0_FA_BLOCKED: { goTo: 'verify', clears: true },
  SERVER_UNAVAILABLE: { dialog: 'unavailable', goTo: 'login', clears: true },
  [startFailed]: { dialog: 'startFailed', goTo: 'login', clears: false },
}

const otherwise: SessionReaction = { dialog: 'expired', goTo: 'login', clears: true }

const reactionTo = (code: string): SessionReaction =>
  Object.hasOwn(reactions, code) ? (reactions[code] ?? otherwise) : otherwise

export interface SessionDeps {
  readonly platform: Pick<Platform, 'fetch' | 'clock' | 'cookies' | 'storage'>
  readonly onAnswer: (response: Response) => void
  /** Entries of the session answer that would have taken keys of the product in the local storage. */
  readonly onRefused: (keys: readonly string[]) => void
  readonly afterSession: (snapshot: SessionSnapshot, cause: SessionCause) => void
  /** True when a plugin took care of the failure itself. */
  readonly isHandled: (failure: SessionFailure) => boolean
  /** Shows the dialog, if there is one, then goes to the well-known route. */
  readonly react: (reaction: SessionReaction) => Promise<void>
}

export type SessionEntries = Parameters<BrowserHost['updateSession']>[0]

export interface Session {
  readonly state: ReadableStore<SessionState>
  /** A failure is being told to the visitor; afterwards the reaction decides where to go. */
  readonly isReacting: ReadableStore<boolean>
  /** Any session cookie, unless an earlier failure in this tab says that they mean nothing. */
  isLoggedIn(): boolean
  start(): Promise<void>
  refresh(cause: Exclude<SessionCause, 'start'>): Promise<void>
  /** Takes over entries that another answer carried; the next session answer replaces them. */
  update(entries: SessionEntries): void
  forget(): void
  /** Follows a log-in or log-out of another tab. */
  follow(): void
}

/** The session as this tab knows it. */
const createRecord = ({ platform, onRefused }: Pick<SessionDeps, 'platform' | 'onRefused'>) => {
  const { cookies, storage } = platform
  const cached = loadCachedPermissions(storage)
  const state = createStore<SessionState>(() =>
    hasSessionCookie(cookies) ? { ...nobody, status: 'unknown', permissions: cached } : nobody,
  )
  // After a failed call the cookies of this tab are not believed until somebody logs in again: one that was
  // set on a parent domain cannot be removed from here and would send the visitor round in circles.
  let areCookiesIgnored = false
  return {
    state,
    isLoggedIn: () => !areCookiesIgnored && hasSessionCookie(cookies),
    believeCookies() {
      areCookiesIgnored = false
    },
    accept(snapshot: SessionSnapshot) {
      areCookiesIgnored = false
      const refused = cacheSession(storage, snapshot)
      if (refused.length > 0) onRefused(refused)
      state.setState({ status: 'signed-in', ...snapshot }, true)
    },
    update({ user, billing, stats }: SessionEntries) {
      const { status, ...before } = state.getState()
      if (status !== 'signed-in') return
      const snapshot: SessionSnapshot = {
        ...before,
        user: { ...before.user, ...user },
        billing: { ...before.billing, ...billing },
        stats: { ...before.stats, ...stats },
      }
      cacheSession(storage, snapshot)
      state.setState({ status, ...snapshot }, true)
    },
    reject({ clears }: SessionReaction) {
      if (clears && hasSessionCookie(cookies)) clearAll(platform)
      areCookiesIgnored = true
    },
    signOut() {
      forgetCachedSession(storage, state.getState())
      state.setState(nobody, true)
    },
  }
}

/** One call at a time; who asks meanwhile gets the same answer, except after a log-in, which needs a fresh one. */
const createCalls = (load: (cause: SessionCause) => Promise<void>) => {
  let underWay: Promise<void> | null = null
  return async (cause: SessionCause): Promise<void> => {
    if (underWay && cause !== 'login') return underWay
    const before = underWay
    const next = (async () => {
      await before
      await load(cause)
    })()
    underWay = next
    await next.finally(() => {
      if (underWay === next) underWay = null
    })
  }
}

/** Calls for the session at once and every minute, and what follows from each answer. */
const createRefreshes = (deps: SessionDeps, record: ReturnType<typeof createRecord>) => {
  const { platform, afterSession, isHandled, react } = deps
  const { clock, cookies } = platform
  const isReacting = createStore(() => false)
  let timer = 0

  const stop = (): void => clock.clearTimeout(timer)
  const schedule = (): void => {
    stop()
    timer = clock.setTimeout(tick, refreshMs)
  }
  const tick = (): void => (hasUserToken(cookies) ? void run('refresh') : signOut())
  const signOut = (): void => {
    stop()
    record.signOut()
  }

  const fail = async (failure: SessionFailure, cause: SessionCause): Promise<void> => {
    const reaction = reactionTo(failure.code)
    // A blink of the network during a refresh says nothing about the session; the next refresh asks again.
    if (!reaction.clears && cause === 'refresh') return schedule()
    stop()
    record.reject(reaction)
    isReacting.setState(true, true)
    record.state.setState(nobody, true)
    try {
      if (!isHandled(failure)) await react(reaction)
    } finally {
      isReacting.setState(false, true)
    }
  }

  const settle = (outcome: SessionOutcome, cause: SessionCause): Promise<void> | void => {
    if (!outcome.ok) return fail(outcome.failure, cause)
    // A 200 response without the session cookie is not a valid session.
    if (!hasUserToken(cookies)) return fail({ code: 'SESSION_INVALID' }, cause)
    record.accept(outcome.snapshot)
    schedule()
    afterSession(outcome.snapshot, cause)
  }

  const run = createCalls(async (cause) => {
    const outcome = await fetchSession({ platform, onAnswer: deps.onAnswer })
    // Logged out while the answer was on its way: it is about somebody who is no longer there.
    if (outcome.ok && !hasSessionCookie(cookies)) return signOut()
    await settle(outcome, cause)
  })

  return { isReacting, run, signOut, giveUp: () => fail({ code: startFailed }, 'start') }
}

export const createSession = (deps: SessionDeps): Session => {
  const { cookies, storage } = deps.platform
  const record = createRecord(deps)
  const { state } = record
  const { isReacting, run, signOut, giveUp } = createRefreshes(deps, record)

  return {
    state,
    isReacting,
    isLoggedIn: record.isLoggedIn,
    start: async () => {
      if (hasSessionCookie(cookies)) await run('start').catch(giveUp)
    },
    refresh: (cause) => {
      if (cause === 'login') record.believeCookies()
      return run(cause)
    },
    update: record.update,
    follow: () => {
      const isSignedIn = state.getState().status === 'signed-in'
      if (isSignedIn && !hasUserToken(cookies)) return signOut()
      if (!isSignedIn && hasUserToken(cookies) && storage.get(localKeys.permissions) !== null) {
        record.believeCookies()
        void run('login')
      }
    },
    forget: () => {
      for (const name of sessionCookies) cookies.expire(name)
      signOut()
    },
  }
}
