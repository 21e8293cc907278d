const heights = [64, 32]

/** Encodes a skin anew, so that only its pixels stay; throws for everything but a PNG of 64×64 or 64×32. */
export async function readSkin(bytes: Buffer): Promise<Buffer> {
  // Loads when the first skin comes: an idle server does without.
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: 64 * 64, failOn: 'warning' })
  const { format, width, height } = await picture.metadata()
  if (format !== 'png' || width !== 64 || !heights.includes(height))
    throw new Error(`E_MINECRAFT: a skin is no ${format} of ${width}×${height}`)
  return picture.ensureAlpha().png({ compressionLevel: 9 }).toBuffer()
}
