import { Clock, Database, defineJob, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { cleanBuild } from './clean-build.ts'
import { queueUses } from './queue-uses.ts'
import { runBuild } from './run-build.ts'
import { dropOldBuilds, sweepQueue } from './sweep-queue.ts'

const ofBuild = z.object({ build: z.uuid() })
const nothing = z.object({})
const dropUses = { clock: Clock, db: Database, settings: Settings }
// One attempt is at most five calls to the panel, each with its own time-out.
const attemptMs = 150_000

export const queueJobs = [
  defineJob('build', { payload: ofBuild, timeoutMs: attemptMs }, queueUses, ({ payload, ...services }) =>
    runBuild(services, payload.build),
  ),
  defineJob('clean', { payload: ofBuild }, queueUses, ({ payload, ...services }) =>
    cleanBuild(services, payload.build),
  ),
  defineJob('sweep', { payload: nothing, schedule: '* * * * *' }, queueUses, sweepQueue),
  defineJob(
    'drop-old-builds',
    { payload: nothing, schedule: '41 3 * * *', prunes: true },
    dropUses,
    dropOldBuilds,
  ),
]
