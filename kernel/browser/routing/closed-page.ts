import { MAINTENANCE_HEADER } from '../../common/plan.ts'
import type { SettingsCache } from '../settings-cache.ts'
import type { RegisteredRoute, RouteRegistry } from './route-registry.ts'

/** The page that stands in for the others while the instance is closed for maintenance; null while it is open. */
export function findClosedPage(
  routes: Pick<RouteRegistry, 'wellKnown'>,
  { values }: Pick<SettingsCache, 'values'>,
): RegisteredRoute | null {
  const route = routes.wellKnown('closed')
  return route?.flag !== undefined && values.getState()[route.flag] === true ? route : null
}

/** Reads the settings again, once at a time, when an answer and they disagree about maintenance. */
export function createClosedSync(options: {
  readonly isClosed: () => boolean
  readonly refresh: () => Promise<void>
}): (response: Response) => void {
  let isAsking = false
  return ({ headers }) => {
    if (isAsking || headers.has(MAINTENANCE_HEADER) === options.isClosed()) return
    isAsking = true
    const done = () => {
      isAsking = false
    }
    // The next answer asks again where this call fails.
    options.refresh().then(done, done)
  }
}
