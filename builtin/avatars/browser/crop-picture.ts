import type { areaOf, Size } from './crop-area.ts'

export interface OpenPicture extends Size {
  readonly ratio: number
  /** Address of the file until `close` is called. */
  readonly url: string
  readonly element: HTMLImageElement
  close(): void
}

/** Reads a file with the decoders of the browser, to cut out an area of this shape; null where none of them can. */
export async function openPicture(file: File, ratio: number): Promise<OpenPicture | null> {
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
  if (width * height > 0) return { url, element, width, height, ratio, close }
  close()
  return null
}

const QUALITY = 0.92

/** The area as a file of at most `most` pixels a side. What a camera notes in a file is not in it. */
export async function cropPicture(
  { element }: OpenPicture,
  { left, top, width, height }: ReturnType<typeof areaOf>,
  most: number,
): Promise<File> {
  const canvas = document.createElement('canvas')
  const shrink = Math.min(1, most / Math.max(width, height))
  canvas.width = Math.max(1, Math.round(width * shrink))
  canvas.height = Math.max(1, Math.round(height * shrink))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(element, left, top, width, height, 0, 0, canvas.width, canvas.height)
  // A browser that writes no WebP writes PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
  if (!blob) throw new Error('this browser wrote no picture')
  return new File([blob], 'picture', { type: blob.type })
}
