import type { Pool } from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findPending, listShipped } from './find-pending.ts'
import type { UpgradeGuard } from './upgrade-guard.ts'

/** Commands run beside the product, which may be of an earlier version: only a start changes the tables that are there. */
export async function refuseUpgrade({ pool }: { readonly pool: Pick<Pool, 'query'> }): Promise<void> {
  if ((await findPending(pool, listShipped())).length === 0) return
  throw new ConfigurationError(
    'The database is of an earlier version than this command. Start the product in this version first, which makes a backup and upgrades it, or run the command of the version from before. Nothing was changed.',
  )
}

/** In the place of the guard of a start. */
export const commandGuard: UpgradeGuard = {
  prepare: refuseUpgrade,
  confirm: async () => undefined,
  succeed: async () => undefined,
  fail: async (error) => error,
}
