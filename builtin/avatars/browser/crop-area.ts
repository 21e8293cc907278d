export interface Size {
  readonly width: number
  readonly height: number
}

/** The middle of the square in pixels of the picture, and how much it is enlarged; 1 is all that fits. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

// Fewer pixels would show as blocks.
const SMALLEST_SIDE = 64
const LARGEST_ZOOM = 8

export const largestZoom = ({ width, height }: Size): number =>
  Math.min(LARGEST_ZOOM, Math.max(1, Math.min(width, height) / SMALLEST_SIDE))

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

const sideOf = ({ width, height }: Size, zoom: number) => Math.min(width, height) / zoom

/** The nearest view whose square lies within the picture. */
function fit(size: Size, { x, y, zoom: wanted }: View): View {
  const zoom = within(wanted, 1, largestZoom(size))
  const half = sideOf(size, zoom) / 2
  return { x: within(x, half, size.width - half), y: within(y, half, size.height - half), zoom }
}

export const firstView = ({ width, height }: Size): View => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The square of a view, in pixels of the picture. */
export function areaOf(size: Size, { x, y, zoom }: View) {
  const side = sideOf(size, zoom)
  return { left: x - side / 2, top: y - side / 2, side }
}

/** The picture dragged by shares of the square's side. */
export function dragged(size: Size, view: View, right: number, down: number): View {
  const side = sideOf(size, view.zoom)
  return fit(size, { ...view, x: view.x - right * side, y: view.y - down * side })
}

/** Enlarged so that the point under the pointer stays there; its shares count from the middle of the square. */
export function zoomed(size: Size, view: View, wanted: number, at = { right: 0, down: 0 }): View {
  const zoom = within(wanted, 1, largestZoom(size))
  const change = sideOf(size, view.zoom) - sideOf(size, zoom)
  return fit(size, { x: view.x + at.right * change, y: view.y + at.down * change, zoom })
}
