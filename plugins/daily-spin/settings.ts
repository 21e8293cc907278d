import type { ManifestInput } from '@spawnpoint/sdk/manifest'

const coins = (initial: number) => ({ type: 'integer', minimum: 1, maximum: 1_000_000, default: initial })
const odds = (initial: number) => ({ type: 'integer', minimum: 0, maximum: 1_000, default: initial })

/** The operator's prizes, odds and prices. Odds are weights: the chance of a prize is its share of their sum. */
export const settings: ManifestInput['settings'] = {
  type: 'object',
  additionalProperties: false,
  properties: {
    miss_odds: odds(40),
    small_coins: coins(5),
    small_odds: odds(40),
    medium_coins: coins(20),
    medium_odds: odds(17),
    jackpot_coins: coins(200),
    jackpot_odds: odds(3),
    price: coins(10),
    paid_per_day: { type: 'integer', minimum: 0, maximum: 50, default: 5 },
    keep_days: { type: 'integer', minimum: 2, maximum: 730, default: 90 },
  },
}
