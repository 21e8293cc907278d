// Hexadecimal digits of the five blocks that a likeness is cut into.
const blocks = [
  [0, 4],
  [4, 7],
  [7, 10],
  [10, 13],
  [13, 16],
] as const
// With five blocks, four different bits leave one block the same.
const MOST_DIFFERENT = blocks.length - 1

const countBits = (bits: bigint) => bits.toString(2).replaceAll('0', '').length

// Pictures of one color or one gradient have the same likeness, whatever they show.
const isPlain = (likeness: string) => {
  const bits = countBits(BigInt(`0x${likeness}`))
  return bits < 8 || bits > 56
}

/** Blocks of a likeness to be kept in an index: pictures that look alike share at least one. None where a picture is too plain. */
export const likenessKeys = (likeness: string): string[] =>
  isPlain(likeness) ? [] : blocks.map(([from, to], index) => `${index}${likeness.slice(from, to)}`)

/** True where one picture is probably the other one in another size, format or quality. */
export const isAlike = (one: string, other: string): boolean =>
  !isPlain(one) && !isPlain(other) && countBits(BigInt(`0x${one}`) ^ BigInt(`0x${other}`)) <= MOST_DIFFERENT

/** Media types that a file dialog offers; what a file is, its bytes decide. */
export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** The bounds of a picture where its caller sets no others. */
export const usualCaps = {
  bytes: 10 * 1024 * 1024,
  pixels: 40_000_000,
  frames: 300,
  side: 10_000,
} as const
