import { localKeys } from '../../common/local-keys.ts'
import type { PlatformStorage } from '../platform/platform.ts'
import { ownPath, type Place } from './navigation.ts'
import type { RegisteredRoute, RouteRegistry } from './route-registry.ts'

/** Remembers where a visitor wanted to go, unless going there does something instead of showing something. */
export const saveTarget = (
  storage: PlatformStorage,
  route: RegisteredRoute,
  { path, search, hash }: Place,
): void => {
  if (route.redirect) return
  storage.set(localKeys.target, path + search + hash)
}

/** The saved path, once; null unless it is one of our pages for people who are logged in. */
export const takeTarget = (
  storage: PlatformStorage,
  routeRegistry: Pick<RouteRegistry, 'match'>,
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
