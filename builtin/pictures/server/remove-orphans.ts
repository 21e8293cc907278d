import { defineJob } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { removeBlobs, uses } from './create-pictures.ts'
import { deleteContent, deleteUnkept, listOrphans, markRemoving } from './picture-queries.ts'

const KEEP_UNUSED = 3_600_000
// An upload takes seconds; one that is older has ended with its process.
const LONGEST_UPLOAD = 15 * 60_000
const AT_A_TIME = 100

const often = { payload: z.object({}), schedule: '*/10 * * * *', timeoutMs: 300_000, prunes: true }

/** Removes what nobody uses: pictures that were never kept, and bytes without a picture. Any process may be killed in the middle of it. */
export const removeOrphans = defineJob(
  'remove-orphans',
  often,
  uses,
  async ({ blobs, clock, db, signal }) => {
    const now = clock.now().getTime()
    await deleteUnkept(db.orm, new Date(now - KEEP_UNUSED))
    for (;;) {
      const orphans = await listOrphans(db.orm, new Date(now - LONGEST_UPLOAD), AT_A_TIME)
      for (const id of orphans) {
        if (!(await db.orm.transaction((tx) => markRemoving(tx, id)))) continue
        await removeBlobs(blobs, id)
        await deleteContent(db.orm, id)
      }
      if (orphans.length < AT_A_TIME || signal.aborted) return
    }
  },
)
