import { defineJob } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { deleteLeftover, deleteUnsentBefore, listLeftovers } from './attachment-queries.ts'
import { FILES } from './store-file.ts'
import { ticketUses } from './ticket-uses.ts'

const KEEP_UNSENT_MS = 7 * 86_400_000
const AT_A_TIME = 100

const often = { payload: z.object({}), schedule: '*/10 * * * *', timeoutMs: 300_000, prunes: true }

/** Removes files that were never sent, and the bytes of all that are gone. */
export const removeFilesJob = defineJob(
  'remove-files',
  often,
  ticketUses,
  async ({ blobs, clock, db, pictures, signal }) => {
    const now = clock.now()
    await deleteUnsentBefore(db.orm, new Date(now.getTime() - KEEP_UNSENT_MS))
    for (;;) {
      const found = await listLeftovers(db.orm, clock.now(), AT_A_TIME)
      const service = pictures.get()
      for (const { id, pictureId } of found) {
        // While their plugin is off its bytes wait for it.
        if (pictureId !== null && !service) continue
        if (pictureId === null) await blobs.remove(FILES, id)
        else await service?.remove(db.orm, [pictureId])
        await deleteLeftover(db.orm, id)
      }
      if (found.length < AT_A_TIME || signal.aborted || !service) return
    }
  },
)
