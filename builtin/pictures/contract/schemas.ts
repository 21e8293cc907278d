/** Media types that a file dialog offers; what a file is, its bytes decide. */
export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** The bounds of a picture where its caller sets no others. */
export const usualCaps = {
  bytes: 10 * 1024 * 1024,
  pixels: 40_000_000,
  frames: 300,
  side: 10_000,
} as const
