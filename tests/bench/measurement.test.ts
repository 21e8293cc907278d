import { slopeOf } from './plugin-slope.ts'
import { describe, expect, it } from 'vitest'
import { formatTable } from './format-table.ts'
import { compared, kilobytes, limited, median, middleMean, perSecond } from './measurement.ts'

describe('a measurement', () => {
  it('meets a bound up to its very value and misses it past that', () => {
    const of = (value: number) => limited({ name: 'a', value, most: 20_000, show: kilobytes }).isMet
    expect([of(20_000), of(20_001)]).toEqual([true, false])
  })

  it('is judged by its ratio to the reference', () => {
    const of = (value: number) =>
      compared({
        name: 'a',
        value,
        against: { name: 'bare', value: 100 },
        show: perSecond,
        bound: { least: 0.65 },
      })
    expect(of(65)).toMatchObject({ ratio: 0.65, isMet: true, reference: 'bare: 100/s', budget: '>= 0.65 x' })
    expect(of(64).isMet).toBe(false)
  })

  it('misses when there is no figure at all', () => {
    expect(limited({ name: 'a', value: median([]), most: 1, show: String }).isMet).toBe(false)
  })

  it('takes the middle of its rounds', () => {
    expect([median([9, 1, 5]), median([4, 1, 3, 2])]).toEqual([5, 2.5])
  })

  it('takes the mean of the middle half where values come in steps', () => {
    expect([middleMean([16, 32, 16, 32, 900]), middleMean([0, 4, 8, 12])]).toEqual([80 / 3, 6])
  })

  it('prints a miss as such, and nothing where a figure is only told', () => {
    const told = { name: 'told', measured: '1', reference: '', ratio: null, budget: '', isMet: null }
    const table = formatTable([limited({ name: 'big', value: 2, most: 1, show: String }), told])
    expect(table.split('\n')).toEqual([
      'name  measured  reference  ratio  budget  verdict',
      'big   2                           <= 1    MISS',
      'told  1',
    ])
  })
})

it('finds what one more costs, whatever it costs without any', () => {
  const line = [0, 10, 50, 300].map((x) => ({ x, y: 120 + x * 0.25 }))
  expect(slopeOf(line)).toBeCloseTo(0.25)
  expect(
    slopeOf([
      { x: 0, y: 5 },
      { x: 10, y: 5 },
    ]),
  ).toBe(0)
})
