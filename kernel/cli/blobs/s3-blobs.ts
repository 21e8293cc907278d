import { randomUUID } from 'node:crypto'
import type { KernelBlobs } from '../../server/services/blobs.ts'
import type { S3Client } from './s3-client.ts'

/** Blobs in S3-compatible storage. Those that were stored in the database before stay there, and are found. */
export function createS3Blobs(client: S3Client, older: KernelBlobs): KernelBlobs {
  const keyOf = (scope: string, id: string) => `${scope}/${id}`
  return {
    async put(scope, bytes, type, id = randomUUID()) {
      await client.put(keyOf(scope, id), bytes, type)
      return id
    },
    get: async (scope, id) => (await client.get(keyOf(scope, id))) ?? older.get(scope, id),
    async open(scope, id) {
      const key = keyOf(scope, id)
      const found = await client.head(key)
      if (!found) return older.open(scope, id)
      const whole = { first: 0, last: found.size - 1 }
      return { ...found, read: (part = whole) => client.stream(key, part) }
    },
    async remove(scope, id) {
      await older.remove(scope, id)
      await client.remove(keyOf(scope, id))
    },
    async removeScopes(beginning) {
      await older.removeScopes(beginning)
      for (;;) {
        const keys = await client.list(beginning)
        if (keys.length === 0) return
        for (const key of keys) await client.remove(key)
      }
    },
  }
}
