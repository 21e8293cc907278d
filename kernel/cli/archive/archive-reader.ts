import { ArchiveError, type ArchiveKey } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { findErrorCode } from '../../server/database/error-code.ts'
import {
  archiveHeader,
  archiveManifest,
  FORMAT,
  frameKind,
  MAGIC,
  MIGRATIONS_PART,
  type ArchiveHeader,
  type ArchiveManifest,
} from './archive-format.ts'
import { deriveFileKey } from './archive-key.ts'
import { createFrameCipher, type FrameCipher } from './frame-cipher.ts'

const LONGEST_HEADER = 2_000
const LONGEST_FRAME = 1_500_000_000
const TRAILER = 16

const foreign = () => new ArchiveError('foreign', null, 'This file is no backup of Spawnpoint.')
const damaged = (part: string) =>
  new ArchiveError(
    'damaged',
    part,
    `The backup is damaged: its part ${part} is not what was written. Take another copy of the file, or another backup.`,
  )

async function readAt(handle: FileHandle, place: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, place)
  return buffer.subarray(0, bytesRead)
}

interface Opened {
  readonly handle: FileHandle
  readonly header: ArchiveHeader
  readonly start: number
  readonly size: number
  readonly cipher: FrameCipher
}

const parse = <T>(schema: { parse(value: unknown): T }, text: string, part: string): T => {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw damaged(part)
  }
}

async function readHeader(handle: FileHandle, key: ArchiveKey): Promise<Opened> {
  const { size } = await handle.stat()
  const beginning = await readAt(handle, 0, LONGEST_HEADER)
  const text = beginning.toString('latin1')
  if (!text.startsWith(MAGIC)) throw foreign()
  const [first = '', second] = text.split('\n', 2)
  const format = Number(first.slice(MAGIC.length))
  if (format !== FORMAT)
    throw new ArchiveError(
      'version',
      null,
      `The backup has the format ${format}, and this version of Spawnpoint reads ${FORMAT}: use the version that wrote it.`,
    )
  if (second === undefined) throw damaged('header')
  const header = parse(archiveHeader, second, 'header')
  if (header.key !== key.id)
    throw new ArchiveError(
      'key',
      null,
      'The backup was made with another backup key: set BACKUP_KEY to the key that it was made with.',
    )
  const start = first.length + second.length + 2
  const cipher = createFrameCipher(deriveFileKey(key.text, header.salt), beginning.subarray(0, start))
  return { handle, header, start, size, cipher }
}

/** The frame at a place of the file, and the place of the next. */
async function readFrame({ handle, size, cipher }: Opened, place: number, index: number) {
  const length = (await readAt(handle, place, 4)).readUInt32BE()
  if (length > Math.min(LONGEST_FRAME, size - TRAILER - place - 4)) throw new Error('E_FRAME_LENGTH')
  const frame = await cipher.open(index, await readAt(handle, place + 4, length))
  return { ...frame, next: place + 4 + length }
}

/** Place and number of the manifest's frame, as the end of the file says. */
async function readTrailer({ handle, size }: Opened) {
  const trailer = await readAt(handle, size - TRAILER, TRAILER)
  return { place: Number(trailer.readBigUInt64BE(0)), index: Number(trailer.readBigUInt64BE(8)) }
}

/** Finds the manifest without reading the rest. */
async function readManifest(opened: Opened): Promise<ArchiveManifest> {
  const { size } = opened
  const { place, index } = await readTrailer(opened)
  const frame = await readFrame(opened, place, index)
  if (frame.kind !== frameKind.manifest || frame.next !== size - TRAILER) throw new Error('E_NO_MANIFEST')
  return archiveManifest.parse(JSON.parse(frame.content.toString('utf8')))
}

/** The frames from the first on. A frame that does not open is an error that names the part it belongs to. */
async function* readFrames(opened: Opened) {
  let place = opened.start
  let part = 'header'
  const last = await readTrailer(opened)
  for (let index = 0; ; index += 1) {
    const frame = await readFrame(opened, place, index).catch((error: unknown) => {
      if (findErrorCode(error) === 'EIO') throw error
      throw damaged(place === last.place ? 'manifest' : part)
    })
    if (frame.kind === frameKind.part) part = frame.content.toString('utf8')
    yield { kind: frame.kind, content: frame.content, part }
    if (frame.kind === frameKind.manifest) return
    place = frame.next
  }
}

/** Where the end is unreadable, the frames before it tell which part broke off. */
async function findDamage(opened: Opened): Promise<never> {
  for await (const { kind } of readFrames(opened)) if (kind === frameKind.manifest) break
  throw damaged('manifest')
}

/** An open archive: its manifest, and its parts in order. */
export interface ArchiveReader {
  readonly header: ArchiveHeader
  readonly manifest: ArchiveManifest
  readonly size: number
  /** Each chunk of each part; a part whose hash is another than the manifest's is an error that names it. */
  chunks(): AsyncGenerator<{ readonly part: string; readonly content: Buffer }>
  close(): Promise<void>
}

const hashesOf = ({ tables, migrationsHash }: ArchiveManifest) =>
  new Map([
    [MIGRATIONS_PART, migrationsHash],
    ...tables.map(({ name, sha256 }): [string, string] => [name, sha256]),
  ])

async function* readChunks(opened: Opened, manifest: ArchiveManifest) {
  const expected = hashesOf(manifest)
  let current = { part: '', hash: createHash('sha256') }
  const close = () => {
    const { part, hash } = current
    if (part !== '' && expected.get(part) !== hash.digest('hex')) throw damaged(part)
    expected.delete(part)
  }
  for await (const { kind, content, part } of readFrames(opened)) {
    if (kind === frameKind.data) {
      current.hash.update(content)
      yield { part, content }
      continue
    }
    close()
    current = { part: kind === frameKind.part ? part : '', hash: createHash('sha256') }
  }
  for (const part of expected.keys()) throw damaged(part)
}

/** Opens an archive as far as its manifest. Throws ArchiveError. */
export async function openArchive(file: string, key: ArchiveKey): Promise<ArchiveReader> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (findErrorCode(error) !== 'ENOENT') throw error
    throw new ArchiveError('missing', null, `There is no file ${file}.`)
  })
  try {
    const opened = await readHeader(handle, key)
    const manifest = await readManifest(opened).catch(() => findDamage(opened))
    return {
      header: opened.header,
      manifest,
      size: opened.size,
      chunks: () => readChunks(opened, manifest),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads everything, and nothing else: what is not as it was written is an error that names the part. */
export async function checkArchive(reader: ArchiveReader, onBytes: (bytes: number) => void): Promise<void> {
  for await (const { content } of reader.chunks()) onBytes(content.length)
}
