import { randomInt } from 'node:crypto'
import type { Prize } from '../contract/index.ts'
import type { Settings } from './settings.ts'

export interface Segment {
  readonly prize: Prize
  readonly coins: number
  readonly odds: number
}

/** The segments that can be hit. With all odds at 0 the wheel only misses. */
export function wheelOf(settings: Settings): readonly Segment[] {
  const all: readonly Segment[] = [
    { prize: 'miss', coins: 0, odds: settings.miss_odds },
    { prize: 'small', coins: settings.small_coins, odds: settings.small_odds },
    { prize: 'medium', coins: settings.medium_coins, odds: settings.medium_odds },
    { prize: 'jackpot', coins: settings.jackpot_coins, odds: settings.jackpot_odds },
  ]
  const possible = all.filter(({ odds }) => odds > 0)
  return possible.length > 0 ? possible : [{ prize: 'miss', coins: 0, odds: 1 }]
}

export const sumOfOdds = (wheel: readonly Segment[]) => wheel.reduce((sum, { odds }) => sum + odds, 0)

/** Draws a segment. `draw` answers a whole number below its argument; by default nobody can predict it. */
export function drawSegment(wheel: readonly Segment[], draw: (below: number) => number = randomInt): Segment {
  let left = draw(sumOfOdds(wheel))
  for (const segment of wheel) {
    if (left < segment.odds) return segment
    left -= segment.odds
  }
  throw new Error('a draw below the sum of the odds hits a segment')
}
