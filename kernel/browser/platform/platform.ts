import type { BrowserHost } from '@spawnpoint/sdk/browser'

export type PlatformClock = BrowserHost['clock'] & { requestFrame(run: () => void): void }

export type PlatformStorage = BrowserHost['storage'] & { clear(): void }

export interface PlatformCookies {
  get(name: string): string | null
  /** Names of the cookies that script can read. */
  names(): readonly string[]
  set(name: string, value: string): void
  /** Removes a cookie in every form that script can reach: this path and the parent domain. */
  expire(name: string): void
}

/** The address bar. Everything that moves the page goes through here. */
export interface PlatformAddress {
  url(): URL
  push(path: string): void
  replace(path: string): void
  /** Moves in the history; `-1` is the page before. */
  go(steps: number): void
  /** The visitor went back or forward. */
  onPop(listener: () => void): () => void
  /** The document is about to go, with what still waits in it. */
  onLeave(listener: () => void): () => void
  /** Leaves the page for another document. */
  assign(path: string): void
  reload(): void
  /** The page asks before it is left: unsaved changes or an upload would be lost. */
  isHeld(): boolean
}

/** The ports to the outside, handed in so that tests and the build can stand elsewhere. */
export interface Platform {
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>
  readonly clock: PlatformClock
  readonly storage: PlatformStorage
  /** Lives as long as the tab; survives a reload. */
  readonly tabStorage: PlatformStorage
  readonly cookies: PlatformCookies
  readonly address: PlatformAddress
}
