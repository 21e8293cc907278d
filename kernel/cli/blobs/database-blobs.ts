import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { KernelBlobs } from '../../server/services/blobs.ts'

// Most pictures for pages are smaller: they come with the first query.
const PIECE = 256 * 1024

/** Blobs in the database: one thing to back up, and every process sees them. */
export function createDatabaseBlobs(pool: pg.Pool): KernelBlobs {
  async function readPiece(scope: string, id: string, from: number): Promise<Buffer> {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      'select substring(bytes from $3 for $4) as bytes from kernel.blob where scope = $1 and id = $2',
      [scope, id, from + 1, PIECE],
    )
    if (!rows[0]) throw new Error('a blob was removed while it was read')
    return rows[0].bytes
  }
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
    async open(scope, id) {
      const { rows } = await pool.query<{ size: number; type: string; head: Buffer }>(
        `select octet_length(bytes) as size, type, substring(bytes from 1 for ${PIECE}) as head
         from kernel.blob where scope = $1 and id = $2`,
        [scope, id],
      )
      const [found] = rows
      if (!found) return null
      const { size, type, head } = found
      async function* read(first: number, last: number) {
        for (let from = first - (first % PIECE); from <= last; from += PIECE) {
          const piece = from === 0 ? head : await readPiece(scope, id, from)
          yield piece.subarray(Math.max(0, first - from), last - from + 1)
        }
      }
      return {
        size,
        type,
        read: ({ first, last } = { first: 0, last: size - 1 }) =>
          Readable.from(read(first, last), { objectMode: false }),
      }
    },
    async remove(scope, id) {
      await pool.query('delete from kernel.blob where scope = $1 and id = $2', [scope, id])
    },
    async removeScopes(beginning) {
      await pool.query('delete from kernel.blob where starts_with(scope, $1)', [beginning])
    },
  }
}
