import { expect, it } from 'vitest'
import { byteSteps, createTimeLabels } from './time-axis.ts'

const may4 = Date.parse('2026-05-04T00:00:00Z') / 1000
const day = 86_400

it('labels days and hours of the time zone that it is given, whatever that of the browser is', () => {
  const days = [may4, may4 + day]
  expect(createTimeLabels('en', 'UTC')(days, day)).toEqual(['May 4', 'May 5'])
  expect(createTimeLabels('en', 'America/Los_Angeles')(days, day)).toEqual(['May 3', 'May 4'])
  expect(createTimeLabels('en-GB', 'UTC')([may4], 3_600)).toEqual(['00:00'])
  expect(createTimeLabels('en-GB', 'Asia/Tokyo')([may4], 3_600)).toEqual(['09:00'])
})

it('draws lines at round numbers of the unit that bytes are written in', () => {
  const written = (bytes: number) => {
    const power = Math.floor(Math.log2(bytes) / 10)
    return bytes / 1024 ** power
  }
  expect(byteSteps).toContain(200 * 1024 ** 2)
  expect(byteSteps.map(written).filter((amount) => !Number.isInteger(amount))).toEqual([])
  expect(byteSteps.toSorted((a, b) => a - b)).toEqual(byteSteps)
})

it('repeats no label', () => {
  expect(createTimeLabels('de', 'UTC')([may4, may4 + 3_600, may4 + day], day)).toEqual([
    '4. Mai',
    '',
    '5. Mai',
  ])
})
