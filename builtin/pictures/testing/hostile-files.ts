import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { anAnimation, aPicture } from '../testing.ts'

/** Stands in every file that carries something besides its picture, and in nothing that is served. */
export const PAYLOAD = '<script>alert("payload-7f3a")</script>'

export interface HostileFile {
  readonly name: string
  readonly bytes: Buffer
  /** The answer of the service; `ok` is served without its payload. */
  readonly expected: 'ok' | 'invalid' | 'too many pixels' | 'too many frames'
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc = (bytes: Buffer) =>
  (bytes.reduce((sum, byte) => ((crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8)) >>> 0, 0xffffffff) ^
    0xffffffff) >>>
  0
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([size, body, sum])
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const header = (width: number, height: number, rest = [8, 2, 0, 0, 0]) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set(rest, 8)
  return chunk('IHDR', data)
}
const end = chunk('IEND', Buffer.alloc(0))
const text = (payload: string) => chunk('tEXt', Buffer.from(`Comment\0${payload}`, 'latin1'))

const pngOf = (width: number, height: number, data: Buffer) =>
  Buffer.concat([pngStart, header(width, height), chunk('IDAT', data), end])

/** Behind the header, where programs expect extra chunks. */
const withChunk = (png: Buffer, extra: Buffer) =>
  Buffer.concat([png.subarray(0, 33), extra, png.subarray(33)])

const jpegSegment = (marker: number, data: Buffer) => {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(data.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), size, data])
}
const withSegment = (jpeg: Buffer, segment: Buffer) =>
  Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])

const riff = (type: string, data: Buffer) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), size, data, Buffer.alloc(data.length % 2)])
}

const svg = (inside: string, start = '') =>
  Buffer.from(
    `${start}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${inside}</svg>`,
  )

const file = (
  name: string,
  bytes: Buffer | string,
  expected: HostileFile['expected'] = 'invalid',
): HostileFile => ({
  name,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
  expected,
})

const notPictures = (): readonly HostileFile[] => [
  file('empty.png', ''),
  file('page.png', `<!doctype html><html><body>${PAYLOAD}</body></html>`),
  file('page-behind-spaces.gif', `${' '.repeat(600)}<html>${PAYLOAD}</html>`),
  file('script.jpg', `${PAYLOAD};alert(1)`),
  file('drawing.svg', svg(PAYLOAD)),
  file(
    'entities.svg',
    svg('&xxe;', '<!DOCTYPE svg [<!ENTITY xxe SYSTEM "file:///etc/passwd"><!ENTITY a "ha">]>'),
  ),
  file('drawing-as-png.png', svg('<foreignObject/>', '<?xml version="1.0"?>')),
  file('drawing.svgz', gzipSync(svg(PAYLOAD))),
  file('paper.png', `%PDF-1.7\n${PAYLOAD}`),
  file('archive.jpg', `PK\x03\x04${'\0'.repeat(40)}${PAYLOAD}`),
  file('program.png', `MZ${'\0'.repeat(80)}`),
  file('elf.webp', `\x7fELF${'\0'.repeat(80)}`),
  file('postscript.jpg', '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run'),
  file(
    'magick.jpg',
    'push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 "|id"\npop graphic-context',
  ),
  file('tiff.png', 'II*\0\x08\0\0\0\0\0\0\0'),
  file('bitmap.png', `BM${'\0'.repeat(60)}`),
  file('heic.avif', `\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\0'.repeat(40)}`),
  file('only-signature.png', pngStart),
  file('only-signature.gif', 'GIF89a'),
  file('gif-and-script.gif', `GIF89a/*${PAYLOAD}*/=1;alert(1)`),
  file('riff-sound.webp', `RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(30)}`),
  file('webp-without-picture.webp', `RIFF\x0c\0\0\0WEBPVP8 \0\0\0\0`),
  file('zero-width.png', pngOf(0, 8, deflateSync(Buffer.alloc(8)))),
  file('no-data.png', Buffer.concat([pngStart, header(8, 8), end])),
  file('wrong-deflate.png', pngOf(8, 8, Buffer.from('not deflate at all'))),
  file(
    'noise.png',
    Buffer.concat([pngStart, Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256))]),
  ),
]

const bombs = async (): Promise<readonly HostileFile[]> => {
  const gif = await aPicture({ as: 'gif' })
  const wide = Buffer.from(gif)
  wide.writeUInt16LE(65_535, 6)
  wide.writeUInt16LE(65_535, 8)
  return [
    // 2.5 billion pixels in a few kilobytes.
    file('bomb.png', pngOf(50_000, 50_000, deflateSync(Buffer.alloc(1_000_000))), 'too many pixels'),
    file('largest-header.png', pngOf(2_147_483_647, 2_147_483_647, deflateSync(Buffer.alloc(64)))),
    file('long.png', pngOf(1, 60_000, deflateSync(Buffer.alloc(4 * 60_000))), 'too many pixels'),
    // The decoder takes the frame's size where the canvas cannot be true.
    file('huge-canvas.gif', wide, 'ok'),
    file('frames.gif', await anAnimation(2_000, { size: 2 }), 'too many frames'),
    file('large-frames.gif', await anAnimation(260, { size: 400 }), 'too many pixels'),
    file(
      'text-bomb.png',
      withChunk(
        await aPicture(),
        chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(30_000_000))])),
      ),
      'ok',
    ),
  ]
}

const cut = async (): Promise<readonly HostileFile[]> => {
  const noisy = (as: 'png' | 'jpeg' | 'webp' | 'gif') =>
    sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .toFormat(as)
      .toBuffer()
  const half = async (as: 'png' | 'jpeg' | 'webp' | 'gif') => {
    const bytes = await noisy(as)
    return file(`cut.${as}`, bytes.subarray(0, Math.floor(bytes.length / 2)))
  }
  return [await half('png'), await half('jpeg'), await half('webp'), await half('gif')]
}

const polyglots = async (): Promise<readonly HostileFile[]> => {
  const [png, jpeg, gif, webp] = await Promise.all([
    aPicture(),
    aPicture({ as: 'jpeg' }),
    aPicture({ as: 'gif' }),
    aPicture({ as: 'webp' }),
  ])
  const payload = Buffer.from(PAYLOAD)
  const extended = Buffer.concat([webp.subarray(12), riff('EXIF', payload)])
  return [
    file('html-behind.png', Buffer.concat([png, Buffer.from(`<html>${PAYLOAD}`)]), 'ok'),
    file('html-in-text.png', withChunk(png, text(PAYLOAD)), 'ok'),
    file('zip-behind.jpg', Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), payload]), 'ok'),
    file('html-in-comment.jpg', withSegment(jpeg, jpegSegment(0xfe, payload)), 'ok'),
    file('html-in-app13.jpg', withSegment(jpeg, jpegSegment(0xed, payload)), 'ok'),
    file('script-behind.gif', Buffer.concat([gif, payload]), 'ok'),
    file('pdf-behind.webp', Buffer.concat([webp, Buffer.from('%PDF-1.7'), payload]), 'ok'),
    file('html-in-exif.webp', riff('RIFF', Buffer.concat([Buffer.from('WEBP'), extended])), 'ok'),
    file('png-called.jpg', png, 'ok'),
    file(
      'svg-in-text.png',
      withChunk(png, chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${PAYLOAD}`))),
      'ok',
    ),
  ]
}

const metadata = async (): Promise<readonly HostileFile[]> => {
  const base = sharp(await aPicture({ width: 120, height: 90 }))
  const place = { IFD0: { Copyright: PAYLOAD }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  const profile = Buffer.alloc(3_000, 'A')
  return [
    file('place.jpg', await base.clone().withExif(place).jpeg().toBuffer(), 'ok'),
    file('place.webp', await base.clone().withExif(place).webp().toBuffer(), 'ok'),
    file('place.png', await base.clone().withExif(place).png().toBuffer(), 'ok'),
    file('turned.jpg', await base.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'ok'),
    file('wide-gamut.jpg', await base.clone().withIccProfile('p3').jpeg().toBuffer(), 'ok'),
    file(
      'broken-profile.png',
      withChunk(await aPicture(), chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(profile)]))),
      'ok',
    ),
    file(
      'broken-profile.jpg',
      withSegment(
        await aPicture({ as: 'jpeg' }),
        jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), profile])),
      ),
      'ok',
    ),
    file('many-colors.png', await base.clone().toColourspace('rgb16').png().toBuffer(), 'ok'),
    file('print-colors.jpg', await base.clone().toColourspace('cmyk').jpeg().toBuffer(), 'ok'),
  ]
}

/** Files that people send to picture hosts with bad intent, made anew for each run. */
export const hostileFiles = async (): Promise<readonly HostileFile[]> => [
  ...notPictures(),
  ...(await bombs()),
  ...(await cut()),
  ...(await polyglots()),
  ...(await metadata()),
]
