import type { PluginRow } from '@spawnpoint/sdk/server'

/** A user of a test. @example { permissions: ['plugin.acme-notes.manage'], coins: 100 } */
export interface TestUser {
  readonly username?: string
  /** Permissions of a role that is made for this user alone. */
  readonly permissions?: readonly string[]
  /** Coins that the user has; none when left out. */
  readonly coins?: number
}

/** The process that serves the product carries these out for a test. */
export interface ProductOrders {
  signIn(user: TestUser): Promise<{ id: string; username: string; cookie: string }>
  coinsOf(user: string): Promise<number>
  rows(text: string, values: readonly unknown[]): Promise<readonly object[]>
  emit(name: string, payload: unknown): Promise<void>
  listen(name: string): Promise<void>
  heard(name: string): Promise<readonly unknown[]>
  configure(values: Readonly<Record<string, unknown>>): Promise<void>
  setCoinsPerDay(coins: number): Promise<void>
  runJob(name: string, payload: unknown): Promise<void>
  passTime(ms: number): Promise<void>
  enable(): Promise<void>
  disable(): Promise<void>
  uninstall(data: 'keep' | 'remove'): Promise<void>
  state(): Promise<Pick<PluginRow, 'state' | 'reason' | 'lastError'>>
  stop(): Promise<void>
}

/** Where a test has its plugin run. @example { server: 'process', browser: 'frame' } */
export interface ProductIsolation {
  /** `worker` when left out, as the product installs packages; `process` as an administrator may allow it. */
  readonly server?: 'process' | 'worker'
  /** `page` when left out, unless the manifest asks for a frame; `frame` as the product proposes it for unsigned packages. */
  readonly browser?: 'page' | 'frame'
}

/** The argument of its program. */
export interface ProductStart {
  /** The packed plugin. */
  readonly file: string
  readonly port: number
  readonly dataDir: string
  /** An empty folder: the plugin that is tested may be one of the checkout's own examples. */
  readonly pluginsDir: string
  readonly config: Readonly<Record<string, unknown>>
  readonly coinsPerDay: number
  readonly isolation: ProductIsolation
}

/** The steps of its start after the dashboard is built. */
export type ProductStep = 'start' | 'install'

/** Its answers. `ready` comes once, by itself. */
export type ProductNews =
  | { readonly kind: 'begins'; readonly step: ProductStep }
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly call: number | null; readonly message: string }
