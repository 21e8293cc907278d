import type { SessionSnapshot } from '../../../sdk/common/hooks.ts'
import { isProductKey, localKeys } from '../../common/local-keys.ts'
import type { PlatformStorage } from '../platform/platform.ts'
import { readPermissions } from './fetch-session.ts'

const allEntries = ({ user, billing, stats }: SessionSnapshot): readonly (readonly [string, unknown])[] =>
  [user, billing, stats].flatMap((group) => Object.entries(group))

const entriesOf = (snapshot: SessionSnapshot): readonly (readonly [string, unknown])[] =>
  allEntries(snapshot).filter(([key, value]) => !isProductKey(key) && value !== undefined)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const loadCachedPermissions = (storage: PlatformStorage): readonly string[] => {
  try {
    return readPermissions(JSON.parse(storage.get(localKeys.permissions) ?? '[]'))
  } catch {
    // The stored value is invalid; the next session answer replaces it.
    return []
  }
}

/** Keeps permissions and every entry under its own key. Returns the keys refused because they are the product's. */
export const cacheSession = (storage: PlatformStorage, snapshot: SessionSnapshot): readonly string[] => {
  storage.set(localKeys.permissions, JSON.stringify(snapshot.permissions))
  for (const [key, value] of entriesOf(snapshot)) storage.set(key, textOf(value))
  return allEntries(snapshot).flatMap(([key]) => (isProductKey(key) ? [key] : []))
}

/** Keys that begin with it hold what is over with the session, such as the draft of an order. */
const sessionPrefix = 'session:'

export const forgetCachedSession = (storage: PlatformStorage, snapshot: SessionSnapshot): void => {
  storage.remove(localKeys.permissions)
  for (const [key] of entriesOf(snapshot)) storage.remove(key)
  for (const [key] of storage.entries()) if (key.startsWith(sessionPrefix)) storage.remove(key)
}
