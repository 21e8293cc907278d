/** Left, top, width, height and color. */
type Patch = readonly [number, number, number, number, string]

const size = 64
const [face, shade, hair, hood, trim, mark] = ['d9a77c', 'b9835a', '3b2a20', '5b4bdb', '43369f', 'c9c2ff']
const [jeans, shoe, white, eye] = ['3d4a75', '8b90a8', 'f4f4f8', '2d6a8f']

/** All sides of a part of the body, whose picture begins at this place. */
const part = (
  left: number,
  top: number,
  wide: number,
  tall: number,
  deep: number,
  color: string,
): readonly Patch[] => [
  [left + deep, top, 2 * wide, deep, color],
  [left, top + deep, 2 * (wide + deep), tall, color],
]

const arm = (left: number, top: number): readonly Patch[] => [
  ...part(left, top, 4, 12, 4, hood),
  [left, top + 11, 16, 1, trim],
  [left, top + 12, 16, 4, face],
  [left + 8, top, 4, 4, face],
]
const leg = (left: number, top: number): readonly Patch[] => [
  ...part(left, top, 4, 12, 4, jeans),
  [left, top + 13, 16, 3, shoe],
  [left + 8, top, 4, 4, shoe],
]

/** A figure in a violet hoodie, in the layout of Minecraft skins. */
const patches: readonly Patch[] = [
  ...part(0, 0, 8, 8, 8, face),
  [8, 0, 8, 8, hair],
  [16, 0, 8, 8, shade],
  [0, 8, 32, 2, hair],
  [0, 10, 7, 3, hair],
  [17, 10, 7, 3, hair],
  [24, 8, 8, 7, hair],
  [9, 10, 2, 1, hair],
  [9, 12, 1, 1, white],
  [10, 12, 1, 1, eye],
  [13, 12, 1, 1, eye],
  [14, 12, 1, 1, white],
  [11, 14, 2, 1, shade],
  ...part(16, 16, 8, 12, 4, hood),
  [16, 30, 24, 2, trim],
  [22, 20, 4, 1, face],
  [23, 24, 2, 1, mark],
  [22, 25, 4, 2, mark],
  [23, 27, 2, 1, mark],
  ...arm(40, 16),
  ...arm(32, 48),
  ...leg(0, 16),
  ...leg(16, 48),
]

function paint(): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  for (const [left, top, wide, tall, color] of patches)
    for (let y = top; y < top + tall; y += 1)
      for (let x = left; x < left + wide; x += 1) pixels.write(`${color}ff`, (y * size + x) * 4, 'hex')
  return pixels
}

let drawn: Promise<Buffer> | null = null

/** The skin of those whose own cannot be had, drawn at the first call. */
export function drawDefaultSkin(): Promise<Buffer> {
  drawn ??= import('sharp').then(({ default: sharp }) =>
    sharp(paint(), { raw: { width: size, height: size, channels: 4 } })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )
  return drawn
}
