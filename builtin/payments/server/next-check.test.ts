import { expect, it } from 'vitest'
import { nextCheck } from './next-check.ts'
import type { Payment } from './tables.ts'

const dayMs = 86_400_000
const createdAt = new Date('2027-10-01T12:00:00Z')

/** Ages in days at which a payment is asked about that stays as it is. */
function agesOf(state: Payment['state']): readonly number[] {
  const ages: number[] = []
  let at = nextCheck({ state, createdAt }, createdAt)
  while (at !== null && ages.length < 100) {
    ages.push((at.getTime() - createdAt.getTime()) / dayMs)
    at = nextCheck({ state, createdAt }, at)
  }
  return ages
}

it.each(['pending', 'paid', 'held', 'partly-refunded', 'disputed', 'refunded'] as const)(
  '[PMT4] [PMT8] asks about a %s payment daily for a week and weekly for half a year',
  (state) => {
    const weeks = Array.from({ length: 25 }, (_, week) => 14 + 7 * week)
    expect(agesOf(state)).toEqual([1, 2, 3, 4, 5, 6, 7, ...weeks])
    expect(weeks.at(-1)).toBe(182)
  },
)

it('[PMT4] asks no more about a payment that has failed or expired', () => {
  expect([...agesOf('failed'), ...agesOf('expired')]).toEqual([])
})
