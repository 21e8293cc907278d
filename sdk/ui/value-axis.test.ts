import { expect, it } from 'vitest'
import { axisEnds } from './value-axis.ts'

it('[SDK74] begins at zero and ends at the limit, so that a share is seen as one', () => {
  expect(axisEnds({ from: 0, to: 75 }, 38, 39)).toEqual([0, 75])
  expect(axisEnds({ from: 0, to: 75 }, null, null)).toEqual([0, 75])
})

it('[SDK74] shows values beyond the limit, and leaves room above them', () => {
  expect(axisEnds({ from: 0, to: 100 }, 20, 150)).toEqual([0, 165])
  expect(axisEnds({ from: 0 }, 20, 150)).toEqual([0, 165])
  expect(axisEnds({ from: 0 }, -10, 90)).toEqual([-10, 100])
})

it('[SDK74] is never of no length', () => {
  expect(axisEnds({ from: 0 }, 0, 0)).toEqual([0, 1])
  expect(axisEnds({ from: 0 }, null, null)).toEqual([0, 1])
})
