import { z } from 'zod'
import type { Core } from './core.ts'
import type { RegisteredJob } from './jobs/jobs.ts'
import type { PackagedPlugins } from './host/packaged-plugins.ts'

/** Each hour: what nobody needs any more goes. */
export const sweepJob = (core: Core, packages: Pick<PackagedPlugins, 'sweep'>): RegisteredJob => ({
  payload: z.looseObject({}),
  maxAttempts: 3,
  timeoutMs: 60_000,
  schedule: '17 * * * *',
  async run(_payload, { signal }) {
    await core.sessions.sweep()
    await core.limits.sweep()
    await core.events.sweep()
    await core.runner.sweep()
    await core.audit.sweep(signal)
    await packages.sweep()
  },
})
