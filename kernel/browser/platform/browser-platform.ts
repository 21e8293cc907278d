import { createDocumentCookies } from './document-cookies.ts'
import type { PlatformAddress, Platform } from './platform.ts'
import { createWebStorage } from './web-storage.ts'

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
