import type { BlobsService } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

export interface KernelBlobs extends BlobsService {
  /** Everything in scopes that begin so. */
  removeScopes(beginning: string): Promise<void>
}

/** Blobs in the database: one thing to back up, and every process sees them. */
export function createBlobs(pool: pg.Pool): KernelBlobs {
  return {
    async put(scope, bytes, type, id = randomUUID()) {
      await pool.query('insert into kernel.blob (scope, id, type, bytes) values ($1, $2, $3, $4)', [
        scope,
        id,
        type,
        Buffer.from(bytes),
      ])
      return id
    },
    async get(scope, id) {
      const { rows } = await pool.query<{ bytes: Buffer; type: string }>(
        'select bytes, type from kernel.blob where scope = $1 and id = $2',
        [scope, id],
      )
      return rows[0] ?? null
    },
    async remove(scope, id) {
      await pool.query('delete from kernel.blob where scope = $1 and id = $2', [scope, id])
    },
    async removeScopes(beginning) {
      await pool.query('delete from kernel.blob where starts_with(scope, $1)', [beginning])
    },
  }
}
