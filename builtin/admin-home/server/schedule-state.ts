import type { JobRun, ScheduledJob } from '@spawnpoint/sdk/server'

const MINUTE_MS = 60_000
/** A busy worker comes to a job a little later than the schedule says. */
const GRACE_MS = 2 * MINUTE_MS
/** Each day of the month occurs in it; what is due more rarely is not watched for being late. */
const LOOK_BACK_MINUTES = 32 * 24 * 60

type Schedule = Pick<ScheduledJob, 'isDue' | 'timeoutMs' | 'since' | 'lastRun'>

const isUnderWay = ({ startedAt, endedAt }: JobRun) => endedAt === null || endedAt < startedAt

/** Whether there was a minute in which it was due, after `last` and long enough ago. */
function isMissed({ isDue }: Schedule, last: number, now: number): boolean {
  let at = Math.floor((now - GRACE_MS) / MINUTE_MS) * MINUTE_MS
  for (let step = 0; step < LOOK_BACK_MINUTES && at > last; step += 1, at -= MINUTE_MS)
    if (isDue(new Date(at))) return true
  return false
}

/** Whether a scheduled job is in time. A failure stays until a later run goes well. */
export function scheduleState(job: Schedule, now: Date): 'in-time' | 'late' | 'failed' {
  const { lastRun: run } = job
  if (run?.failure) return 'failed'
  const started = (run?.startedAt ?? job.since).getTime()
  if (run && isUnderWay(run)) return now.getTime() - started > job.timeoutMs + GRACE_MS ? 'late' : 'in-time'
  return isMissed(job, started, now.getTime()) ? 'late' : 'in-time'
}
