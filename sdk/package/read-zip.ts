import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { packageFailure } from './package-failure.ts'
import type { PackageLimits } from './package-limits.ts'
import { findTwice, isInside } from './zip-path.ts'

const inflate = promisify(inflateRaw)
const STORED = 0
const DEFLATED = 8
const KIND = 0o170_000
const REGULAR = 0o100_000
const FOLDER = 0o040_000
// Short text packs very well; only what grows large is looked at.
const SMALL = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

interface Packed {
  readonly path: string
  readonly entry: Entry
}

const notAZip = (reason: string) => packageFailure('PACKAGE_NOT_A_ZIP', { reason })
const bomb = ({ unpacked, entries, ratio }: PackageLimits) =>
  packageFailure('PACKAGE_BOMB', { bytes: unpacked, entries, ratio })

async function open(bytes: Buffer): Promise<ZipFile> {
  try {
    // Names are judged below: the reader would quietly turn a backslash into a slash.
    return await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
  } catch (error) {
    throw notAZip(error instanceof Error ? error.message : String(error))
  }
}

function pathOf(entry: Entry): string {
  try {
    return utf8.decode(entry.fileNameRaw)
  } catch {
    throw packageFailure('PACKAGE_PATH_OUTSIDE', { path: entry.fileNameRaw.toString('latin1') })
  }
}

/** A folder's entry holds nothing of its own; null for it. */
function checkEntry(entry: Entry): Packed | null {
  const path = pathOf(entry)
  const kind = (entry.externalFileAttributes >>> 16) & KIND
  const isFolder = path.endsWith('/')
  if (!isInside(isFolder ? path.slice(0, -1) : path)) throw packageFailure('PACKAGE_PATH_OUTSIDE', { path })
  if (kind !== 0 && kind !== (isFolder ? FOLDER : REGULAR)) throw packageFailure('PACKAGE_SYMLINK', { path })
  if (isFolder) return null
  if (entry.isEncrypted() || ![STORED, DEFLATED].includes(entry.compressionMethod))
    throw notAZip(`${path} is encrypted or packed in an uncommon way`)
  return { path, entry }
}

async function listEntries(zip: ZipFile, limits: PackageLimits): Promise<readonly Packed[]> {
  if (zip.entryCount > limits.entries) throw bomb(limits)
  const found: Packed[] = []
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const packed = checkEntry(entry)
    if (!packed) continue
    const { compressedSize, uncompressedSize } = entry
    unpacked += uncompressedSize
    if (unpacked > limits.unpacked) throw bomb(limits)
    if (uncompressedSize > SMALL && uncompressedSize > compressedSize * limits.ratio) throw bomb(limits)
    found.push(packed)
  }
  const twice = findTwice(found.map(({ path }) => path))
  if (twice !== null) throw packageFailure('PACKAGE_ENTRY_TWICE', { path: twice })
  return found
}

async function unpack(
  zip: ZipFile,
  bytes: Buffer,
  { path, entry }: Packed,
  limits: PackageLimits,
): Promise<Buffer> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = bytes.subarray(fileDataStart, fileDataStart + compressedSize)
  if (compressionMethod === STORED) {
    if (packed.length !== uncompressedSize) throw notAZip(`${path} has another size than it says`)
    return packed
  }
  try {
    // It may say that it is small and be large: it is given the room it asked for, and no more.
    const content = await inflate(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
    if (content.length === uncompressedSize) return content
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw bomb(limits)
  }
  throw notAZip(`${path} cannot be unpacked`)
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const isOurs = (error: unknown) => codeOf(error).startsWith('PACKAGE_')

/** Unpacks a zip in memory, within limits. Throws `PACKAGE_…` for whatever a package must not be. */
export async function readZip(bytes: Buffer, limits: PackageLimits): Promise<ReadonlyMap<string, Buffer>> {
  if (bytes.length > limits.bytes)
    throw packageFailure('PACKAGE_TOO_LARGE', { bytes: bytes.length, max: limits.bytes })
  const zip = await open(bytes)
  try {
    const files = new Map<string, Buffer>()
    for (const packed of await listEntries(zip, limits))
      files.set(packed.path, await unpack(zip, bytes, packed, limits))
    return files
  } catch (error) {
    if (isOurs(error)) throw error
    throw notAZip(error instanceof Error ? error.message : String(error))
  }
}
