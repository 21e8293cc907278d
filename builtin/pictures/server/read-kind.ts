const startsWith = (bytes: Uint8Array, at: number, signature: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    at,
    at + signature.length,
  ) === signature

export type Kind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'

const signatures: Readonly<Record<Kind, (bytes: Uint8Array) => boolean>> = {
  png: (bytes) => startsWith(bytes, 0, '\x89PNG\r\n\x1a\n'),
  jpeg: (bytes) => startsWith(bytes, 0, '\xff\xd8\xff'),
  gif: (bytes) => startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a'),
  webp: (bytes) => startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP'),
  avif: (bytes) => startsWith(bytes, 4, 'ftypavif') || startsWith(bytes, 4, 'ftypavis'),
}

const kinds: readonly Kind[] = ['png', 'jpeg', 'gif', 'webp', 'avif']

/** By the first bytes, never by name or declared type; null for everything else, SVG included. */
export const readKind = (bytes: Uint8Array): Kind | null =>
  kinds.find((kind) => signatures[kind](bytes)) ?? null
