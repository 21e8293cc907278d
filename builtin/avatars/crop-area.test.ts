import { describe, expect, it } from 'vitest'
import { areaOf, dragged, firstView, largestZoom, zoomed } from './browser/crop-area.ts'

const wide = { width: 1200, height: 800 }
const tall = { width: 300, height: 900 }

describe('the square of a picture', () => {
  it('[AVA8] begins in the middle, as large as fits', () => {
    expect(areaOf(wide, firstView(wide))).toEqual({ left: 200, top: 0, width: 800, height: 800 })
    expect(areaOf(tall, firstView(tall))).toEqual({ left: 0, top: 300, width: 300, height: 300 })
  })

  it('[AVA8] follows the drag, and stays within the picture', () => {
    const right = dragged(wide, firstView(wide), 0.1, 0.1)
    expect(areaOf(wide, right)).toEqual({ left: 120, top: 0, width: 800, height: 800 })
    expect(areaOf(wide, dragged(wide, right, 9, 9))).toEqual({ left: 0, top: 0, width: 800, height: 800 })
    expect(areaOf(wide, dragged(wide, right, -9, -9))).toEqual({ left: 400, top: 0, width: 800, height: 800 })
  })

  it('[AVA8] keeps the place below the pointer while it is enlarged', () => {
    const at = { right: 0.25, down: -0.25 }
    const before = firstView(wide)
    const after = zoomed(wide, before, 2, at)
    const placeOf = (view: typeof before) => {
      const { left, top, width, height } = areaOf(wide, view)
      return [left + (0.5 + at.right) * width, top + (0.5 + at.down) * height]
    }
    expect(areaOf(wide, after).width).toBe(400)
    expect(placeOf(after)).toEqual(placeOf(before))
  })

  it('[AVA8] is never larger than the picture, nor so small that its pixels show', () => {
    expect(areaOf(wide, zoomed(wide, firstView(wide), 0.2)).width).toBe(800)
    expect(areaOf(wide, zoomed(wide, firstView(wide), 99)).width).toBe(100)
    expect(largestZoom({ width: 128, height: 400 })).toBe(2)
    expect(largestZoom({ width: 40, height: 30 })).toBe(1)
    const corner = zoomed(wide, dragged(wide, firstView(wide), -9, -9), 4, { right: 0.5, down: 0.5 })
    expect(areaOf(wide, zoomed(wide, corner, 1))).toEqual({ left: 400, top: 0, width: 800, height: 800 })
  })

  it('[AVA8] has the shape of the place where it is shown', () => {
    const page = { ...tall, ratio: 16 / 9 }
    const { left, top, width, height } = areaOf(page, firstView(page))
    expect([left, width]).toEqual([0, 300])
    expect([top + height / 2, width / height]).toEqual([450, 16 / 9])
    const moved = areaOf(page, dragged(page, firstView(page), 0, 9))
    expect([moved.left, moved.top, moved.width]).toEqual([0, 0, 300])
    expect(areaOf({ ...wide, ratio: 2 }, firstView(wide))).toEqual({
      left: 0,
      top: 100,
      width: 1200,
      height: 600,
    })
  })
})
