import { auditSettings } from '@spawnpoint/contracts/audit-log'
import { Audit, Clock, defineJob, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'

const DAY = 86_400_000
const nightly = { payload: z.object({}), schedule: '12 4 * * *', timeoutMs: 600_000, prunes: true }

/** Entries stay in the log for good, the addresses that they came from only for as long as the operator says. */
export const forgetAddresses = defineJob(
  'forget-addresses',
  nightly,
  { audit: Audit, clock: Clock, settings: Settings },
  async ({ audit, clock, settings }) => {
    const days = settings.read(auditSettings).audit_keep_address_days
    await audit.forgetAddresses(new Date(clock.now().getTime() - days * DAY))
  },
)
