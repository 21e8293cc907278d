import { localKeys } from '../../common/local-keys.ts'
import type { PlatformStorage } from '../platform/platform.ts'
import { ownPath } from './navigation.ts'
import type { RouteRegistry } from './route-registry.ts'

/** The saved path, once; null unless it is one of our pages for people who are logged in. */
export const takeTarget = (
  storage: PlatformStorage,
  routeRegistry: RouteRegistry,
  base: URL,
): string | null => {
  const saved = storage.get(localKeys.target)
  storage.remove(localKeys.target)
  if (saved === null || !saved.startsWith('/')) return null
  const path = ownPath(saved, base)
  if (path === null) return null
  const route = routeRegistry.match(new URL(path, base).pathname)
  // A public page without the shell is part of logging in or out, such as the log-out page.
  if (route?.bare && route.area === 'public') return null
  if (!route || route.area === 'guest' || route.redirect || route.id === 'auth-redirect') return null
  return path
}
