export interface Size {
  readonly width: number
  readonly height: number
  /** Width of what is cut out by its height; a square where there is none. */
  readonly ratio?: number
}

/** The middle of the area in pixels of the picture, and how much it is enlarged; 1 is all that fits. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

// Fewer pixels would show as blocks.
const SMALLEST_SIDE = 64
const LARGEST_ZOOM = 8

/** The largest area of the wanted shape. */
const largest = ({ width, height, ratio = 1 }: Size) => {
  const most = Math.min(width, height * ratio)
  return { width: most, height: most / ratio }
}

export const largestZoom = (size: Size): number => {
  const { width, height } = largest(size)
  return Math.min(LARGEST_ZOOM, Math.max(1, Math.min(width, height) / SMALLEST_SIDE))
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

const areaAt = (size: Size, zoom: number) => {
  const { width, height } = largest(size)
  return { width: width / zoom, height: height / zoom }
}

/** The nearest view whose area lies within the picture. */
function fit(size: Size, { x, y, zoom: wanted }: View): View {
  const zoom = within(wanted, 1, largestZoom(size))
  const { width, height } = areaAt(size, zoom)
  return {
    x: within(x, width / 2, size.width - width / 2),
    y: within(y, height / 2, size.height - height / 2),
    zoom,
  }
}

export const firstView = ({ width, height }: Size): View => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The area of a view, in pixels of the picture. */
export function areaOf(size: Size, { x, y, zoom }: View) {
  const { width, height } = areaAt(size, zoom)
  return { left: x - width / 2, top: y - height / 2, width, height }
}

/** The picture dragged by shares of the area. */
export function dragged(size: Size, view: View, right: number, down: number): View {
  const { width, height } = areaAt(size, view.zoom)
  return fit(size, { ...view, x: view.x - right * width, y: view.y - down * height })
}

/** Enlarged so that the point under the pointer stays there; its shares count from the middle of the area. */
export function zoomed(size: Size, view: View, wanted: number, at = { right: 0, down: 0 }): View {
  const [before, after] = [areaAt(size, view.zoom), areaAt(size, within(wanted, 1, largestZoom(size)))]
  return fit(size, {
    x: view.x + at.right * (before.width - after.width),
    y: view.y + at.down * (before.height - after.height),
    zoom: wanted,
  })
}
