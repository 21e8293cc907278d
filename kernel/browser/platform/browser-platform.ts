import type { Platform, PlatformAddress, PlatformCookies, PlatformStorage } from './platform.ts'

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
  isHeld: () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
})

const year = 31_536_000

const pairs = (text: string): readonly (readonly [string, string])[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    })

/** Every domain this host may set cookies for: none, itself and its parents with two labels or more. */
const domainsOf = (host: string): readonly string[] => {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

const createDocumentCookies = (document: Document, location: Location): PlatformCookies => {
  const isSecure = location.protocol === 'https:'
  const suffix = `; path=/; samesite=lax${isSecure ? '; secure' : ''}`
  return {
    get: (name) => pairs(document.cookie).find(([key]) => key === name)?.[1] ?? null,
    names: () => pairs(document.cookie).map(([name]) => name),
    set: (name, value) => {
      document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${year}${suffix}`
    },
    expire: (name) => {
      for (const path of new Set(['/', location.pathname])) {
        const end = `${name}=; max-age=0; path=${path}${isSecure ? '; secure' : ''}`
        document.cookie = end
        for (const domain of domainsOf(location.hostname)) document.cookie = `${end}; domain=${domain}`
      }
    },
  }
}

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
})
