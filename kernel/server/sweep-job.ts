import { z } from 'zod'
import type { Core } from './core.ts'
import type { RegisteredJob } from './jobs/jobs.ts'
import type { PackagedPlugins } from './host/packaged-plugins.ts'

const MOST_MS = 60_000
const AUDIT_MS = 40_000

/** Each hour: what nobody needs any more goes. */
export const sweepJob = (core: Core, packages: Pick<PackagedPlugins, 'sweep'>): RegisteredJob => ({
  payload: z.looseObject({}),
  maxAttempts: 3,
  timeoutMs: MOST_MS,
  schedule: '17 * * * *',
  prunes: true,
  async run(_payload, { signal }) {
    await core.sessions.sweep()
    await core.limits.sweep()
    await core.events.sweep()
    await core.runner.sweep()
    await packages.sweep()
    // A large log is sealed over several hours: the rest of it is no failure of this one.
    await core.audit.sweep(AbortSignal.any([signal, AbortSignal.timeout(AUDIT_MS)]))
  },
})
