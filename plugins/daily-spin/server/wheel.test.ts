import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { drawSegment, sumOfOdds, wheelOf } from './wheel.ts'

const settingsWith = (values: Readonly<Record<string, unknown>>) =>
  readSettings({ read: () => values, onChange: () => () => {} })

it('[SPI2] hits each prize as often as its odds say', () => {
  const wheel = wheelOf(settingsWith({ miss_odds: 4, small_odds: 3, medium_odds: 2, jackpot_odds: 1 }))
  const hits = Array.from({ length: sumOfOdds(wheel) }, (_none, at) => drawSegment(wheel, () => at).prize)
  expect(hits).toEqual([
    ...Array<string>(4).fill('miss'),
    ...Array<string>(3).fill('small'),
    ...Array<string>(2).fill('medium'),
    'jackpot',
  ])
})

it('[SPI2] never hits a prize without odds, and only misses when none has any', () => {
  const without = wheelOf(settingsWith({ jackpot_odds: 0 }))
  expect(without.map(({ prize }) => prize)).toEqual(['miss', 'small', 'medium'])
  const none = wheelOf(settingsWith({ miss_odds: 0, small_odds: 0, medium_odds: 0, jackpot_odds: 0 }))
  expect(drawSegment(none)).toMatchObject({ prize: 'miss', coins: 0 })
})
