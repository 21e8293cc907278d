import { readAnalytics } from '@spawnpoint/contracts/admin-home'
import { answer, Audit, Clock } from '@spawnpoint/sdk/server'

const HOUR_MS = 3_600_000
const HOURS = 24

/** The hour that runs and the 23 before it. */
export const handleReadAnalytics = answer(
  readAnalytics,
  { audit: Audit, clock: Clock },
  async ({ audit, clock }) => {
    const now = clock.now().getTime()
    const from = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS)
    return {
      activity: { from: from.toISOString(), entries: [...(await audit.countByHour(from, HOURS))] },
    }
  },
)
