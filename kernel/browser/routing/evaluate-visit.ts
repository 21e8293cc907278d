import type { Session } from '../session/session.ts'
import type { SettingsCache } from '../settings-cache.ts'
import type { RegisteredRoute } from './route-registry.ts'

export interface VisitFacts {
  readonly isLoggedIn: boolean
  /** The session answer has not come yet, so "no" may still become "yes". */
  readonly isSessionUnknown: boolean
  /** A dialog about the failed session is open; where to go is decided by it. */
  readonly isReacting: boolean
  /** The kernel's own entry of the session answer: a step that has to be done before anything else. */
  readonly owesRequiredStep: boolean
  readonly can: (permission: string) => boolean
  readonly flag: (name: string) => boolean
}

export type VisitDecision =
  | { readonly kind: 'draw' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'login' }
  | { readonly kind: 'home' }
  | { readonly kind: 'required-step' }
  /** Closed: the page of the well-known route stands in for the one at the address. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Back to where the visitor wanted to go before the log-in. */
  | { readonly kind: 'resume' }

/** Decides about a visit in the specification's order. The server always checks again. */
export const evaluateVisit = (route: RegisteredRoute, facts: VisitFacts): VisitDecision => {
  const { area, permission, flag, redirect } = route
  const needsLogin = area === 'user' || area === 'admin'
  if (facts.isReacting && needsLogin) return { kind: 'wait' }
  if (needsLogin && !facts.isLoggedIn) return { kind: 'login' }
  if (needsLogin && facts.owesRequiredStep && route.wellKnown !== 'required-step')
    return { kind: 'required-step' }
  if (area === 'guest' && facts.isLoggedIn) return { kind: 'home' }
  if (permission && !facts.can(permission)) return { kind: facts.isSessionUnknown ? 'wait' : 'forbidden' }
  if (area === 'admin' && !permission) return { kind: 'forbidden' }
  if (flag && !facts.flag(flag)) return { kind: 'not-found' }
  if (redirect) return { kind: 'redirect', to: redirect }
  return { kind: 'draw' }
}

interface VisitContext {
  readonly session: Session
  readonly can: (permission: string) => boolean
  readonly settings: SettingsCache
}

export const evaluateRoute = (
  { session, can, settings }: VisitContext,
  route: RegisteredRoute,
): VisitDecision =>
  evaluateVisit(route, {
    isLoggedIn: session.isLoggedIn(),
    isSessionUnknown: session.state.getState().status === 'unknown',
    isReacting: session.isReacting.getState(),
    owesRequiredStep: typeof session.state.getState().user['required_step'] === 'string',
    can,
    flag: (name) => settings.values.getState()[name] === true,
  })
