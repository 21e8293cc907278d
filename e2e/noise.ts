import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A square PNG of noise, which no format makes small and which looks like no other. */
export const noise = (size: number): Promise<Buffer> =>
  sharp(randomBytes(size * size * 3), { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer()
