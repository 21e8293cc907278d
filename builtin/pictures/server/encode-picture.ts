import type { PictureProblem, SavedPicture } from '@spawnpoint/contracts/pictures'
import { usualCaps } from '@spawnpoint/contracts/pictures/schemas'
import { createHash } from 'node:crypto'
import type { Sharp, SharpOptions } from 'sharp'
import { readKind, type Kind } from './read-kind.ts'

export type Caps = { readonly [K in keyof typeof usualCaps]: number } & { readonly fit?: number | undefined }

export interface EncodedPicture extends Pick<
  SavedPicture,
  'hash' | 'likeness' | 'width' | 'height' | 'type' | 'animated'
> {
  readonly picture: Buffer
  /** Null where it would be no smaller than the picture itself. */
  readonly web: Buffer | null
  readonly thumbnail: Buffer
}

/** Why a file was refused. */
export class PictureRefused extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem) {
    super(problem)
    this.name = 'PictureRefused'
    this.problem = problem
  }
}

// Three steps of one picture end within the time of a handler.
const LONGEST_SECONDS = 6
const WEB_SIDE = 1_920
const THUMBNAIL_SIDE = 480

const loaders = ['PngBuffer', 'JpegBuffer', 'WebpBuffer', 'NsgifBuffer', 'HeifBuffer']

/** The library takes its share of memory only from the first picture on. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No decoder but these is ever entered, whatever a file says it is.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let loading: ReturnType<typeof loadSharp> | null = null
const getSharp = () => (loading ??= loadSharp())

interface Facts {
  readonly kind: Kind
  readonly frames: number
}

async function inspect(bytes: Uint8Array, caps: Caps): Promise<Facts> {
  const kind = readKind(bytes)
  if (kind === null) throw new PictureRefused('invalid')
  if (bytes.byteLength > caps.bytes) throw new PictureRefused('too large')
  const sharp = await getSharp()
  const { width, height, pageHeight, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const isAnimation = (kind === 'gif' || kind === 'webp') && caps.frames > 1
  const frames = isAnimation ? pages : 1
  const frameHeight = pageHeight ?? height
  if (!width || !frameHeight) throw new PictureRefused('invalid')
  if (frames > caps.frames) throw new PictureRefused('too many frames')
  if (Math.max(width, frameHeight) > caps.side || width * frameHeight * frames > caps.pixels)
    throw new PictureRefused('too many pixels')
  return { kind, frames }
}

const outputs: Readonly<
  Record<Kind, { readonly type: SavedPicture['type']; encode(picture: Sharp): Sharp }>
> = {
  png: { type: 'image/png', encode: (picture) => picture.png() },
  jpeg: { type: 'image/jpeg', encode: (picture) => picture.jpeg({ quality: 90 }) },
  gif: { type: 'image/gif', encode: (picture) => picture.gif({ effort: 4 }) },
  webp: { type: 'image/webp', encode: (picture) => picture.webp({ quality: 90, effort: 2 }) },
  avif: { type: 'image/webp', encode: (picture) => picture.webp({ quality: 90, effort: 2 }) },
}

// Enough for a page's picture on a slow processor; nobody waits for it.
const LONGEST_AVIF_SECONDS = 30

/** A variant as AVIF, or null where that is no smaller. */
export async function encodeAvif(webp: Uint8Array): Promise<Buffer | null> {
  const sharp = await getSharp()
  const avif = await sharp(webp)
    .timeout({ seconds: LONGEST_AVIF_SECONDS })
    .avif({ quality: 55, effort: 3 })
    .toBuffer()
  return avif.length < webp.byteLength ? avif : null
}

// Less is noise of the format, in which pictures that look the same differ.
const LEAST_STEP = 3

/** One bit for each of 64 places: is it clearly lighter than its right neighbor? */
async function readLikeness(picture: Sharp): Promise<string> {
  const { data } = await picture
    .flatten()
    .greyscale()
    .resize(9, 8, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const bits = Array.from({ length: 64 }, (_, index) => {
    const at = Math.floor(index / 8) * 9 + (index % 8)
    return (data[at] ?? 0) - (data[at + 1] ?? 0) >= LEAST_STEP ? '1' : '0'
  }).join('')
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}

const inside = (picture: Sharp, side: number) =>
  picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })

async function encode(bytes: Uint8Array, caps: Caps): Promise<EncodedPicture> {
  const { kind, frames } = await inspect(bytes, caps)
  const sharp = await getSharp()
  const open = (more: SharpOptions = {}) =>
    sharp(bytes, { failOn: 'error', limitInputPixels: caps.pixels, ...more }).timeout({
      seconds: LONGEST_SECONDS,
    })
  const animated = frames > 1
  // The first frame as it should be seen; an animation has no orientation.
  const still = () => open().autoOrient()
  const { type, encode: encodeAs } = outputs[kind]
  const whole = animated ? open({ animated: true }) : still()
  const sized = caps.fit === undefined ? whole : inside(whole, caps.fit)
  const { data, info } = await encodeAs(sized).toBuffer({ resolveWithObject: true })
  const web = animated
    ? null
    : await inside(still(), Math.min(WEB_SIDE, caps.fit ?? WEB_SIDE))
        .webp({ quality: 82, effort: 2 })
        .toBuffer()
  const thumbnail = await inside(still(), THUMBNAIL_SIDE).webp({ quality: 78 }).toBuffer()
  return {
    hash: createHash('sha256').update(data).digest('hex'),
    likeness: await readLikeness(sharp(thumbnail)),
    width: info.width,
    height: info.pageHeight ?? info.height,
    type,
    animated,
    picture: data,
    web: web && web.length < data.length ? web : null,
    thumbnail,
  }
}

/** Decodes a picture and encodes what it shows: nothing else of the file survives. Throws {@link PictureRefused}. */
export async function encodePicture(bytes: Uint8Array, caps: Caps): Promise<EncodedPicture> {
  try {
    return await encode(bytes, caps)
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    // The library says by plain errors that a file is cut, malformed or takes too long.
    throw new PictureRefused('invalid')
  }
}
