import { createMemoryClock, type MemoryClock } from './memory-clock.ts'
import type {
  PlatformAddress,
  PlatformCookies,
  Platform,
  PlatformStorage,
} from '../../kernel/browser/platform/platform.ts'

export const createMemoryStorage = (initial: Readonly<Record<string, string>> = {}): PlatformStorage => {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    clear: () => values.clear(),
    entries: () => [...values],
  }
}

export const createMemoryCookies = (initial: Readonly<Record<string, string>> = {}): PlatformCookies => {
  const values = new Map(Object.entries(initial))
  return {
    get: (name) => values.get(name) ?? null,
    names: () => [...values.keys()],
    set: (name, value) => void values.set(name, value),
    expire: (name) => void values.delete(name),
  }
}

export type MemoryAddress = PlatformAddress & {
  readonly left: readonly string[]
  readonly reloads: () => number
  hold(isHeld: boolean): void
  back(): void
  leave(): void
}

export const createMemoryAddress = (start: string): MemoryAddress => {
  const past: URL[] = []
  const left: string[] = []
  const listeners = new Set<() => void>()
  const leaveListeners = new Set<() => void>()
  let url = new URL(start)
  let reloads = 0
  let isHeld = false
  const back = (): void => {
    url = past.pop() ?? url
    for (const listener of listeners) listener()
  }
  return {
    left,
    reloads: () => reloads,
    url: () => new URL(url),
    push: (path) => {
      past.push(url)
      url = new URL(path, url)
    },
    replace: (path) => {
      url = new URL(path, url)
    },
    back,
    go: (steps) => {
      for (let left = steps; left < 0; left += 1) back()
    },
    onPop: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    leave: () => {
      for (const listener of leaveListeners) listener()
    },
    onLeave: (listener) => {
      leaveListeners.add(listener)
      return () => leaveListeners.delete(listener)
    },
    assign: (path) => void left.push(path),
    reload: () => {
      reloads += 1
    },
    hold: (value) => {
      isHeld = value
    },
    isHeld: () => isHeld,
  }
}

export interface MemoryPlatform extends Platform {
  readonly clock: MemoryClock
  readonly address: MemoryAddress
}

/** Ports that lead nowhere: for tests, and for drawing the first view at build time. */
export const createMemoryPlatform = (
  given: {
    readonly url?: string
    readonly storage?: Readonly<Record<string, string>>
    readonly cookies?: Readonly<Record<string, string>>
    readonly fetch?: Platform['fetch']
  } = {},
): MemoryPlatform => ({
  fetch: given.fetch ?? (() => Promise.reject(new TypeError('nobody answers'))),
  clock: createMemoryClock(),
  storage: createMemoryStorage(given.storage),
  tabStorage: createMemoryStorage(),
  cookies: createMemoryCookies(given.cookies),
  address: createMemoryAddress(given.url ?? 'https://dash.example.com/'),
})
