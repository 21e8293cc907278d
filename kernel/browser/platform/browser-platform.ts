import { createDocumentCookies } from './document-cookies.ts'
import type { Platform, PlatformAddress, PlatformStorage } from './platform.ts'

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

const createAddress = (window: Window): PlatformAddress => ({
  url: () => new URL(window.location.href),
  push: (path) => window.history.pushState(null, '', path),
  replace: (path) => window.history.replaceState(null, '', path),
  go: (steps) => window.history.go(steps),
  onPop: (listener) => {
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  },
  onLeave: (listener) => {
    window.addEventListener('pagehide', listener)
    return () => window.removeEventListener('pagehide', listener)
  },
  assign: (path) => window.location.assign(path),
  reload: () => window.location.reload(),
})

export const createBrowserPlatform = (window: Window): Platform => ({
  fetch: (input, init) => window.fetch(input, init),
  clock: {
    now: () => Date.now(),
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (id) => window.clearTimeout(id),
    requestFrame: (run) => {
      window.requestAnimationFrame(run)
    },
  },
  storage: createWebStorage(() => window.localStorage),
  tabStorage: createWebStorage(() => window.sessionStorage),
  cookies: createDocumentCookies(window.document, window.location),
  address: createAddress(window),
  languages: () => window.navigator.languages,
})
