import { localKeys } from '../../common/local-keys.ts'
import type { PlatformStorage } from '../platform/platform.ts'
import type { Place } from './navigation.ts'
import type { RegisteredRoute } from './route-registry.ts'

/** Remembers where a visitor wanted to go, unless going there does something instead of showing something. */
export const saveTarget = (
  storage: PlatformStorage,
  route: RegisteredRoute,
  { path, search, hash }: Place,
): void => {
  if (route.redirect) return
  storage.set(localKeys.target, path + search + hash)
}
