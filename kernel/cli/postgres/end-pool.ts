import type { Pool } from 'pg'
import { attemptAsync } from '../../common/hooks/attempt.ts'
import type { DatabaseLog } from '../../server/database/open-database.ts'
import { systemClock } from '../../server/system-clock.ts'

// Longer than a statement may take.
const FAREWELL_MS = 35_000

/** Ends a pool once its connections have come back; a stop does not wait for ever for one that never does. */
export const endPool = async (pool: Pool, log: DatabaseLog, patienceMs = FAREWELL_MS): Promise<void> => {
  const outcome = await attemptAsync(() => pool.end(), systemClock, patienceMs)
  if (outcome.ok) return
  if (outcome.kind !== 'timeout') throw outcome.error
  log.warn(`Stopping with ${pool.totalCount} database connections still in use: a transaction has not ended.`)
}
