import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const TAG = 16

/**
 * Seals and opens the frames of one file. The number of a frame is its nonce, and the header is bound to each: a frame
 * that is changed, moved, left out or taken from another file does not open.
 */
export function createFrameCipher(key: Buffer, header: Buffer) {
  const bound = createHash('sha256').update(header).digest()
  const nonceOf = (index: number) => {
    const nonce = Buffer.alloc(12)
    nonce.writeBigUInt64BE(BigInt(index), 4)
    return nonce
  }
  return {
    async seal(index: number, kind: number, content: Buffer): Promise<Buffer> {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index))
      cipher.setAAD(bound)
      const plain = Buffer.concat([Buffer.from([kind]), await compress(content)])
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    /** Throws where the frame is not what was written at this place of this file. */
    async open(index: number, sealed: Buffer): Promise<{ readonly kind: number; readonly content: Buffer }> {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: TAG })
      decipher.setAAD(bound)
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()])
      return { kind: plain[0] ?? 0, content: await decompress(plain.subarray(1)) }
    },
  }
}

export type FrameCipher = ReturnType<typeof createFrameCipher>
