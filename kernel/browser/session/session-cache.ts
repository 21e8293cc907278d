import type { SessionSnapshot } from '../../../sdk/common/hooks.ts'
import { isProductKey, localKeys } from '../local-keys.ts'
import type { StorageDoor } from '../platform/platform.ts'
import { readPermissions } from './session-answer.ts'

const entriesOf = ({ user, billing, stats }: SessionSnapshot): readonly (readonly [string, unknown])[] =>
  [user, billing, stats]
    .flatMap((group) => Object.entries(group))
    .filter(([key, value]) => !isProductKey(key) && value !== undefined)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const loadCachedPermissions = (storage: StorageDoor): readonly string[] => {
  try {
    return readPermissions(JSON.parse(storage.get(localKeys.permissions) ?? '[]'))
  } catch {
    // Somebody wrote something else there; the session answer will put it right.
    return []
  }
}

/** Keeps permissions and every entry under its own key; an entry that would take a product key is refused. */
export const cacheSession = (storage: StorageDoor, snapshot: SessionSnapshot): void => {
  storage.set(localKeys.permissions, JSON.stringify(snapshot.permissions))
  for (const [key, value] of entriesOf(snapshot)) storage.set(key, textOf(value))
}

export const forgetCachedSession = (storage: StorageDoor, snapshot: SessionSnapshot): void => {
  storage.remove(localKeys.permissions)
  for (const [key] of entriesOf(snapshot)) storage.remove(key)
}
