import type { Manifest } from '@spawnpoint/sdk/common'

/** Commands to the server of the contract test. */
export type ServerOrder = 'disable' | 'enable' | 'uninstall' | 'stop'

/** Its replies. */
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
