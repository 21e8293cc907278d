import type { Kernel } from '../kernel.ts'
import { evaluateRoute } from './evaluate-visit.ts'
import { saveTarget } from './login-target.ts'
import type { RegisteredRoute } from './route-registry.ts'

/**
 * Takes the visit to the page that it will end on before anything is drawn, so that the code of pages it only
 * passes through, and of the frame around them, is not fetched. Answers that page.
 */
export const settleFirstVisit = (kernel: Kernel): RegisteredRoute | null => {
  const { routeRegistry, navigation, wellKnownPath, platform } = kernel
  const place = navigation.location.getState()
  const isRoot = place.path === '/'
  const route = routeRegistry.match(place.path) ?? (isRoot ? routeRegistry.wellKnown('home') : null)
  if (!route) return routeRegistry.wellKnown('not-found')
  const { kind } = evaluateRoute(kernel, route)
  if (kind === 'login') {
    saveTarget(platform.storage, route, isRoot ? { ...place, path: wellKnownPath('home') } : place)
    navigation.navigate(wellKnownPath('login'), { replace: true })
    return routeRegistry.wellKnown('login')
  }
  if (kind === 'required-step') {
    navigation.navigate(wellKnownPath('required-step'), { replace: true })
    return routeRegistry.wellKnown('required-step')
  }
  if (kind === 'home' || isRoot) {
    if (wellKnownPath('home') !== place.path) navigation.navigate(wellKnownPath('home'), { replace: true })
    return routeRegistry.wellKnown('home')
  }
  return kind === 'not-found' ? routeRegistry.wellKnown('not-found') : route
}
