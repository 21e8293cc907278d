import { createHash } from 'node:crypto'
import { createRandom } from './seeded-random.ts'

const DAY_MS = 86_400_000
const DAYS = 90
/** How much of a day's activity each hour has, from midnight UTC on. */
const HOURS = [2, 1, 1, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 9, 10, 11, 10, 8, 6, 4]
const WEEKEND = 1.6

const startOfDay = (at: Date | number): number => Math.floor(new Date(at).getTime() / DAY_MS) * DAY_MS

const pick = (weights: readonly number[], share: number): number => {
  let left = share * weights.reduce((sum, each) => sum + each, 0)
  return weights.findIndex((weight) => (left -= weight) < 0)
}

/**
 * Moments before today, which depend on the date but not on the hour: their order is the same in each run.
 */
export function createPast(random: () => number, now: Date) {
  const today = startOfDay(now)
  return (since: Date, key?: string): Date => {
    const next =
      key === undefined
        ? random
        : createRandom(createHash('sha256').update(key).digest().readUInt32LE()).random
    const days = Math.max(1, Math.min(DAYS, (today - startOfDay(since)) / DAY_MS - 1))
    const weights = Array.from({ length: days }, (_, ago) => {
      const weekday = new Date(today - (ago + 1) * DAY_MS).getUTCDay()
      return (1.5 - ago / DAYS) * (weekday === 0 || weekday === 6 ? WEEKEND : 1)
    })
    const day = today - (pick(weights, next()) + 1) * DAY_MS
    return new Date(day + (pick(HOURS, next()) + next()) * (DAY_MS / 24))
  }
}
