import type { BlobsService, LimitsService } from '@spawnpoint/sdk/server'

const LARGEST_BLOB = 16 * 1024 * 1024

/** Counters of a plugin; those of others stay out of its reach. */
export const scopeLimits = (plugin: string, limits: LimitsService): LimitsService => ({
  take: (key, rule) => limits.take(`${plugin}:own:${key}`, rule),
  clear: (key) => limits.clear(`${plugin}:own:${key}`),
})

/** Blobs of a plugin are stored under scopes that begin with its id. */
export const scopeBlobs = (plugin: string, blobs: BlobsService): BlobsService => {
  const scoped = (scope: string) => `plugin:${plugin}/${scope}`
  return {
    async put(scope, bytes, type, id) {
      if (bytes.byteLength > LARGEST_BLOB)
        throw new Error(`E_BLOB_SIZE: ${plugin} keeps at most ${LARGEST_BLOB} bytes in one blob`)
      return blobs.put(scoped(scope), bytes, type, id)
    },
    get: (scope, id) => blobs.get(scoped(scope), id),
    remove: (scope, id) => blobs.remove(scoped(scope), id),
  }
}
