import { referralsSettings } from '@spawnpoint/contracts/referrals'
import { Clock, Database, defineJob, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { forgetAddresses } from './referral-queries.ts'

const dayMs = 86_400_000
const hourly = { payload: z.object({}), schedule: '50 * * * *', prunes: true }
const uses = { clock: Clock, db: Database, settings: Settings }

/** Apart from the check, since it also runs when an administrator prunes and while referrals are off. */
export const forgetAddressesJob = defineJob(
  'forget-addresses',
  hourly,
  uses,
  async ({ clock, db, settings }) => {
    const days = settings.read(referralsSettings).referrals_keep_address_days
    await forgetAddresses(db.orm, new Date(clock.now().getTime() - days * dayMs))
  },
)
