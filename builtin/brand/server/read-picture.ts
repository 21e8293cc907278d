export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly extension: 'png' | 'jpg' | 'webp'
  readonly width: number
  readonly height: number
}

const startsWith = (bytes: Buffer, at: number, signature: string) =>
  bytes.toString('latin1', at, at + signature.length) === signature

const readPng = (bytes: Buffer): Picture | null => {
  if (!startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 12, 'IHDR') || bytes.length < 33)
    return null
  return {
    type: 'image/png',
    extension: 'png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  }
}

// Markers C0 to CF start a frame, but for C4, C8 and CC, which are tables.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const readJpeg = (bytes: Buffer): Picture | null => {
  if (!startsWith(bytes, 0, '\xff\xd8\xff')) return null
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (isFrame(marker))
      return {
        type: 'image/jpeg',
        extension: 'jpg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const webpSizes: Readonly<Record<string, (bytes: Buffer) => readonly [width: number, height: number]>> = {
  'VP8 ': (bytes) => [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff],
  VP8L: (bytes) => {
    const packed = bytes.readUInt32LE(21)
    return [(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]
  },
  VP8X: (bytes) => [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1],
}

const readWebp = (bytes: Buffer): Picture | null => {
  if (!startsWith(bytes, 0, 'RIFF') || !startsWith(bytes, 8, 'WEBP') || bytes.length < 30) return null
  const size = webpSizes[bytes.toString('latin1', 12, 16)]?.(bytes)
  return size ? { type: 'image/webp', extension: 'webp', width: size[0], height: size[1] } : null
}

/** Reads what a picture is from its first bytes, never from what its sender says; null for everything else, SVG included. */
export const readPicture = (bytes: Buffer): Picture | null =>
  readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
