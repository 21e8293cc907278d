import type { PlatformStorage } from './platform.ts'

/** A browser that forbids storage (private mode, policy) must not stop the product: it then forgets. */
const attempt = <T>(run: () => T, otherwise: T): T => {
  try {
    return run()
  } catch {
    return otherwise
  }
}

export const createWebStorage = (find: () => Storage): PlatformStorage => ({
  get: (key) => attempt(() => find().getItem(key), null),
  set: (key, value) => attempt(() => find().setItem(key, value), undefined),
  remove: (key) => attempt(() => find().removeItem(key), undefined),
  clear: () => attempt(() => find().clear(), undefined),
  entries: () =>
    attempt(() => {
      const storage = find()
      return Array.from({ length: storage.length }, (_, index) => storage.key(index))
        .filter((key) => key !== null)
        .map((key) => [key, storage.getItem(key) ?? ''] as const)
    }, []),
})
