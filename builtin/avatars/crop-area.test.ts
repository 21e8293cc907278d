import { describe, expect, it } from 'vitest'
import { areaOf, dragged, firstView, largestZoom, zoomed } from './browser/crop-area.ts'

const wide = { width: 1200, height: 800 }
const tall = { width: 300, height: 900 }

describe('the square of a picture', () => {
  it('[AVA8] begins in the middle, as large as fits', () => {
    expect(areaOf(wide, firstView(wide))).toEqual({ left: 200, top: 0, side: 800 })
    expect(areaOf(tall, firstView(tall))).toEqual({ left: 0, top: 300, side: 300 })
  })

  it('[AVA8] follows the drag, and stays within the picture', () => {
    const right = dragged(wide, firstView(wide), 0.1, 0.1)
    expect(areaOf(wide, right)).toEqual({ left: 120, top: 0, side: 800 })
    expect(areaOf(wide, dragged(wide, right, 9, 9))).toEqual({ left: 0, top: 0, side: 800 })
    expect(areaOf(wide, dragged(wide, right, -9, -9))).toEqual({ left: 400, top: 0, side: 800 })
  })

  it('[AVA8] keeps the place below the pointer while it is enlarged', () => {
    const at = { right: 0.25, down: -0.25 }
    const before = firstView(wide)
    const after = zoomed(wide, before, 2, at)
    const placeOf = (view: typeof before) => {
      const { left, top, side } = areaOf(wide, view)
      return [left + (0.5 + at.right) * side, top + (0.5 + at.down) * side]
    }
    expect(areaOf(wide, after).side).toBe(400)
    expect(placeOf(after)).toEqual(placeOf(before))
  })

  it('[AVA8] is never larger than the picture, nor so small that its pixels show', () => {
    expect(areaOf(wide, zoomed(wide, firstView(wide), 0.2)).side).toBe(800)
    expect(areaOf(wide, zoomed(wide, firstView(wide), 99)).side).toBe(100)
    expect(largestZoom({ width: 128, height: 400 })).toBe(2)
    expect(largestZoom({ width: 40, height: 30 })).toBe(1)
    const corner = zoomed(wide, dragged(wide, firstView(wide), -9, -9), 4, { right: 0.5, down: 0.5 })
    const { left, top, side } = areaOf(wide, zoomed(wide, corner, 1))
    expect([left, top, side]).toEqual([400, 0, 800])
  })
})
