import { attemptAsync } from '../../common/hooks/attempt.ts'
import { systemClock } from '../system-clock.ts'

/** The work's own outcome, or an error that names it once its time is over. */
export async function withinBudget<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  const result = await attemptAsync(() => work, systemClock, ms)
  if (result.ok) return result.value
  throw result.kind === 'timeout' ? new Error(`${what} took longer than ${ms / 1000} s`) : result.error
}
