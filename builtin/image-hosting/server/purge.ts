import { defineJob } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { takeDeletedBefore } from './image-queries.ts'
import { uses } from './present-image.ts'
import { dropOldReservations } from './quota.ts'

const UNDO = 86_400_000

const hourly = { payload: z.object({}), schedule: '35 * * * *', prunes: true }

/** Deleted images go for good after a day. */
export const purge = defineJob('purge', hourly, uses, async ({ clock, db, pictures }) => {
  const now = clock.now()
  await dropOldReservations(db.orm, now)
  await db.orm.transaction(async (tx) => {
    const gone = await takeDeletedBefore(tx, new Date(now.getTime() - UNDO))
    await pictures.remove(
      tx,
      gone.map(({ pictureId }) => pictureId),
    )
  })
})
