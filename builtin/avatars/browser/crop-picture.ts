import type { areaOf, Size } from './crop-area.ts'

export interface OpenPicture extends Size {
  /** Address of the file until `close` is called. */
  readonly url: string
  readonly element: HTMLImageElement
  close(): void
}

/** Reads a file with the decoders of the browser; null where none of them can. */
export async function openPicture(file: File): Promise<OpenPicture | null> {
  const url = URL.createObjectURL(file)
  const close = () => URL.revokeObjectURL(url)
  const element = new Image()
  element.src = url
  try {
    await element.decode()
  } catch {
    // No picture, or of a kind that this browser does not know.
    close()
    return null
  }
  const { naturalWidth: width, naturalHeight: height } = element
  if (width * height > 0) return { url, element, width, height, close }
  close()
  return null
}

const QUALITY = 0.92

/** The square as a file of at most `most` pixels a side. What a camera notes in a file is not in it. */
export async function cropPicture(
  { element }: OpenPicture,
  { left, top, side }: ReturnType<typeof areaOf>,
  most: number,
): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(most, Math.round(side)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(element, left, top, side, side, 0, 0, canvas.width, canvas.height)
  // A browser that writes no WebP writes PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
  if (!blob) throw new Error('this browser wrote no picture')
  return new File([blob], 'picture', { type: blob.type })
}
