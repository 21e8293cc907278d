import type { ArchiveKey } from '@spawnpoint/sdk/server'
import { createHash, randomBytes, type Hash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FORMAT, frameKind, MAGIC, type ArchiveManifest } from './archive-format.ts'
import { deriveFileKey } from './archive-key.ts'
import { createFrameCipher } from './frame-cipher.ts'

/** A rename survives a power cut once its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Writes the frames of one archive beside its place; the file gets its name with the manifest. */
export async function createArchiveWriter(
  file: string,
  { id, key, createdAt }: { readonly id: string; readonly key: ArchiveKey; readonly createdAt: Date },
) {
  const salt = randomBytes(32).toString('base64url')
  const header = Buffer.from(
    `${MAGIC}${FORMAT}\n${JSON.stringify({ id, createdAt: createdAt.toISOString(), key: key.id, salt })}\n`,
  )
  const cipher = createFrameCipher(deriveFileKey(key.text, salt), header)
  const draft = `${file}.part`
  const handle = await open(draft, 'w', 0o600)
  let place = 0
  let index = 0
  let hash: Hash = createHash('sha256')
  let bytes = 0

  const put = async (content: Buffer) => {
    await handle.writeFile(content)
    place += content.length
  }
  const frame = async (kind: number, content: Buffer) => {
    const sealed = await cipher.seal(index, kind, content)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    await put(Buffer.concat([length, sealed]))
    index += 1
  }
  await put(header)

  return {
    async begin(part: string) {
      hash = createHash('sha256')
      bytes = 0
      await frame(frameKind.part, Buffer.from(part))
    },
    async data(content: Buffer) {
      hash.update(content)
      bytes += content.length
      await frame(frameKind.data, content)
    },
    end: () => ({ sha256: hash.digest('hex'), bytes }),
    /** Writes the manifest and where it stands; answers the size of the file. */
    async finish(manifest: ArchiveManifest): Promise<number> {
      const trailer = Buffer.alloc(16)
      trailer.writeBigUInt64BE(BigInt(place), 0)
      trailer.writeBigUInt64BE(BigInt(index), 8)
      await frame(frameKind.manifest, Buffer.from(JSON.stringify(manifest)))
      await put(trailer)
      await handle.sync()
      await handle.close()
      await rename(draft, file)
      await syncFolder(dirname(file))
      return place
    },
    async discard() {
      await handle.close().catch(() => undefined) // closed by the end of the work already
      await rm(draft, { force: true })
    },
  }
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchiveWriter>>
