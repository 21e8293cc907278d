import { SHELL, type ReadableStore } from '@spawnpoint/sdk/browser'
import type { WellKnownRoute } from '@spawnpoint/sdk/common'
import { AUTH_REDIRECT_PATH } from '../../common/own-paths.ts'
import { deriveStore } from '../derive-store.ts'
import type { KernelParts } from '../kernel.ts'
import { ROOT_PERMISSION } from '../../../sdk/common/permission.ts'
import { findClosedPage } from './closed-page.ts'
import { evaluateRoute, type VisitDecision } from './evaluate-visit.ts'
import { saveTarget, takeTarget } from './login-target.ts'
import type { Place } from './navigation.ts'
import type { RegisteredRoute } from './route-registry.ts'

export interface Visit {
  /** Null where there is no page at the address. */
  readonly route: RegisteredRoute | null
  readonly decision: VisitDecision
}

export interface Visits {
  /** The page at the current address, and whether the visitor may see it. */
  readonly current: ReadableStore<Visit>
  /** Carries out the decision about the current visit, once. Returns the page that the visit ends on. */
  carryOut(): RegisteredRoute | null
}

/** Decisions that lead to another page. */
const goals: Partial<Record<VisitDecision['kind'], WellKnownRoute>> = {
  login: 'login',
  home: 'home',
  'required-step': 'required-step',
  forbidden: 'forbidden',
  'not-found': 'not-found',
}

const showDenied = ({ showDialog, messages }: KernelParts): void =>
  void showDialog({
    title: messages.translate(SHELL, 'access.deniedTitle'),
    text: messages.translate(SHELL, 'access.deniedText'),
    tone: 'danger',
  })

/** Pages that stay open during maintenance: those for signing in, and the one that waits for the server. */
const staysOpen = (route: RegisteredRoute | null): boolean =>
  route !== null &&
  (route.area === 'guest' || route.path === AUTH_REDIRECT_PATH || route.wellKnown === 'lost-connection')

/** The visit as it ends while the instance is closed for those without `admin.root`. */
const duringMaintenance = (kernel: KernelParts, visit: Visit): Visit => {
  const { routeRegistry, settings, session, can } = kernel
  const page = findClosedPage(routeRegistry, settings)
  if (!page || staysOpen(visit.route) || can(ROOT_PERMISSION)) return visit
  const isUnknown = session.state.getState().status === 'unknown'
  return isUnknown ? { ...visit, decision: { kind: 'wait' } } : { route: page, decision: { kind: 'closed' } }
}

/** The page at a path. The root leads to the dashboard, whatever else takes it. */
const evaluatePath = (kernel: KernelParts, path: string): Visit => {
  const { routeRegistry } = kernel
  const isRoot = path === '/'
  const route = (isRoot ? routeRegistry.wellKnown('home') : null) ?? routeRegistry.match(path)
  if (!route) return { route, decision: { kind: 'not-found' } }
  if (route.path === AUTH_REDIRECT_PATH) return { route, decision: { kind: 'resume' } }
  const decision = evaluateRoute(kernel, route)
  const leadsElsewhere = decision.kind === 'login' || decision.kind === 'required-step'
  const isAtHome = !isRoot || route.path === '/' || route.wellKnown !== 'home'
  return { route, decision: isAtHome || leadsElsewhere ? decision : { kind: 'home' } }
}

export const createVisits = (kernel: KernelParts): Visits => {
  const { navigation, routeRegistry, session, settings, platform, wellKnownPath } = kernel
  const { location } = navigation
  const sources = [location, routeRegistry.routes, session.state, session.isReacting, settings.values]
  const current = deriveStore(sources, () =>
    duringMaintenance(kernel, evaluatePath(kernel, location.getState().path)),
  )
  let last: (Visit & { readonly place: Place }) | null = null

  const goTo = (path: string): void => navigation.navigate(path, { replace: true })
  const run = ({ route, decision }: Visit): void => {
    const { kind } = decision
    if (kind === 'redirect') {
      if (decision.to.startsWith('/api/')) navigation.leaveTo(decision.to)
      else goTo(decision.to)
    }
    if (kind === 'resume')
      goTo(takeTarget(platform.storage, routeRegistry, platform.address.url()) ?? wellKnownPath('home'))
    if (kind === 'home') goTo(wellKnownPath('home'))
    if (kind === 'required-step') goTo(wellKnownPath('required-step'))
    if (kind === 'login' && route) {
      const place = location.getState()
      saveTarget(platform.storage, route, place.path === '/' ? { ...place, path: route.path } : place)
      goTo(wellKnownPath('login'))
    }
    if (kind === 'forbidden') {
      showDenied(kernel)
      goTo(wellKnownPath('forbidden'))
    }
  }
  return {
    current,
    carryOut: () => {
      const visit = current.getState()
      const place = location.getState()
      // The same page again is another visit: the redirect of the one before may not have arrived.
      const isDone =
        place === last?.place && visit.route === last.route && visit.decision.kind === last.decision.kind
      last = { ...visit, place }
      if (!isDone) run(visit)
      const goal = goals[visit.decision.kind]
      return goal ? routeRegistry.wellKnown(goal) : visit.route
    },
  }
}
