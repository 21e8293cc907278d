import type { Manifest } from '@spawnpoint/sdk/common'

/** What the server of the contract test is told to do. */
export type ServerOrder = 'disable' | 'enable' | 'uninstall' | 'stop'

/** What it says back. */
export type ServerNews =
  | {
      readonly kind: 'ready'
      readonly url: string
      readonly cookie: string
      readonly dist: string
      readonly manifest: Manifest
    }
  | { readonly kind: 'done'; readonly order: ServerOrder; readonly left: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string }
