import sharp from 'sharp'

export interface PictureOverrides {
  readonly width?: number
  readonly height?: number
  /** Any CSS color; pictures of different colors are different. */
  readonly color?: string
  readonly as?: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'
}

/** A picture of one color with a darker corner. */
export const aPicture = ({ width = 64, height = 48, color = '#3366cc', as = 'png' }: PictureOverrides = {}) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .composite([
      {
        input: {
          create: {
            width: Math.ceil(width / 3),
            height: Math.ceil(height / 3),
            channels: 3,
            background: '#101010',
          },
        },
        left: 0,
        top: 0,
      },
    ])
    .toFormat(as)
    .toBuffer()

/** An animation, each of whose frames is of another gray. */
export async function anAnimation(
  frames: number,
  { size = 8, as = 'gif' }: { readonly size?: number; readonly as?: 'gif' | 'webp' } = {},
) {
  const raw = Buffer.alloc(size * size * frames * 3)
  for (let frame = 0; frame < frames; frame++)
    raw.fill((frame * 37) % 256, frame * size * size * 3, (frame + 1) * size * size * 3)
  return sharp(raw, { raw: { width: size, height: size * frames, channels: 3, pageHeight: size } })
    .toFormat(as)
    .toBuffer()
}

/** A scene of blocks that another seed shows quite differently, as an uncompressed picture to encode in any way. */
export function aScene(seed: number, { width = 640, height = 360 } = {}) {
  const [columns, rows] = [16, 9]
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return state % 256
  }
  const raw = Buffer.from(Array.from({ length: columns * rows * 3 }, next))
  return sharp(raw, { raw: { width: columns, height: rows, channels: 3 } }).resize(width, height, {
    kernel: 'cubic',
  })
}
