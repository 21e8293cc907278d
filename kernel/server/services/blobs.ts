import type { BlobStore } from '@spawnpoint/sdk/server'

/** The store of the product's files, which the command that starts it opens. */
export interface KernelBlobs extends BlobStore {
  /** Everything in scopes that begin so. */
  removeScopes(beginning: string): Promise<void>
}
