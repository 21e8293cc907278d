import { ticketFileBounds } from '@spawnpoint/contracts/tickets'
import { gunzipSync } from 'node:zlib'

const startsWith = (bytes: Uint8Array, ...first: readonly number[]) =>
  first.every((byte, index) => bytes[index] === byte)

/** Minecraft keeps its older logs as gzip. Null where the content is too large. */
function unpack(bytes: Uint8Array): Uint8Array | null {
  if (!startsWith(bytes, 0x1f, 0x8b)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: ticketFileBounds.textBytes })
  } catch (error) {
    if (error instanceof RangeError) return null
    return new Uint8Array([0])
  }
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Consoles of Windows write in their own code page.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

// Beside tab, line breaks and the escape of colored consoles; other control characters mean a binary file.
// oxlint-disable-next-line no-control-regex
const binary = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f\ufffd]/

/** The text of a log or configuration as UTF-8. */
export function readTextFile(bytes: Uint8Array): Uint8Array | 'type' | 'size' {
  const content = unpack(bytes)
  if (content === null) return 'size'
  const text = decode(content).replace(/^\uFEFF/, '')
  if (text.trim() === '' || binary.test(text)) return 'type'
  const stored = new TextEncoder().encode(text)
  return stored.length > ticketFileBounds.textBytes ? 'size' : stored
}

const plain = /\.(txt|log|json|ya?ml|properties|toml|conf|cfg|ini|csv|md|mcmeta)$/i

/** The name as it is stored: one line without a folder, and an ending that no program runs. */
export function nameFile(name: string, ending: string | null): string {
  const line = Array.from(
    name
      .normalize('NFC')
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .replace(/^.*[\\/]/, '')
      .trim(),
  )
    .slice(0, ticketFileBounds.name - 10)
    .join('')
  if (ending !== null) return `${line.replace(/\.[^.]*$/, '') || 'image'}.${ending}`
  const unpacked = line.replace(/\.gz$/i, '')
  return plain.test(unpacked) ? unpacked : `${unpacked || 'log'}.txt`
}
