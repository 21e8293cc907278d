import { usersSettings } from '@spawnpoint/contracts/users'
import { Clock, Database, defineJob, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { forgetAddressesBefore } from './account-queries.ts'

const DAY_MS = 86_400_000
const nightly = { payload: z.object({}), schedule: '18 4 * * *', timeoutMs: 600_000, prunes: true }
const uses = { clock: Clock, db: Database, settings: Settings }

/** Accounts keep the address of their registration and of their last visit only for as long as the operator says. */
export const forgetAddressesJob = defineJob(
  'forget-addresses',
  nightly,
  uses,
  async ({ clock, db, settings }) => {
    const days = settings.read(usersSettings).users_keep_address_days
    await forgetAddressesBefore(db.orm, new Date(clock.now().getTime() - days * DAY_MS))
  },
)
