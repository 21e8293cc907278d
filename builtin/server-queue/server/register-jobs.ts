import type { ServerHost } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { checkQueue } from './check-queue.ts'
import { cleanBuild } from './clean-build.ts'
import type { QueueUses } from './queue-uses.ts'
import { runBuild } from './run-build.ts'
import { dropOldFailures, sweepQueue } from './sweep-queue.ts'

const ofBuild = z.object({ build: z.uuid() })
// One attempt is at most five calls to the panel, each with its own time-out.
const attemptMs = 150_000

export const registerJobs = (uses: QueueUses, host: ServerHost): void => {
  host.job('build', { payload: ofBuild, timeoutMs: attemptMs }, ({ build }) => runBuild(uses, build))
  host.job('clean', { payload: ofBuild }, ({ build }) => cleanBuild(uses, build))
  host.job('sweep', { payload: z.object({}), schedule: '* * * * *' }, () => sweepQueue(uses))
  const everyNight = { payload: z.object({}), schedule: '41 3 * * *' }
  host.job('drop-old-failures', everyNight, () => dropOldFailures(uses))
  host.health('queue', () => checkQueue(uses))
}
