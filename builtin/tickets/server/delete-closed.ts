import { ticketSettings } from '@spawnpoint/contracts/tickets'
import { Clock, Database, defineJob, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { deleteClosedBefore } from './ticket-queries.ts'

const DAY_MS = 86_400_000
const AT_A_TIME = 200

const nightly = { payload: z.object({}), schedule: '35 3 * * *', timeoutMs: 600_000, prunes: true }
const uses = { clock: Clock, db: Database, settings: Settings }

/** Deletes tickets that were closed long ago, where the operator limits how long they are kept. */
export const deleteClosedJob = defineJob(
  'delete-closed',
  nightly,
  uses,
  async ({ clock, db, settings, signal }) => {
    const days = settings.read(ticketSettings).tickets_keep_closed_days
    if (days === 0) return
    const before = new Date(clock.now().getTime() - days * DAY_MS)
    while (!signal.aborted) if ((await deleteClosedBefore(db.orm, before, AT_A_TIME)) < AT_A_TIME) return
  },
)
