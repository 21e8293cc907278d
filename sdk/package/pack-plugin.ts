import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { packageFailure } from './package-failure.ts'
import { MANIFEST_FILE, sha384 } from './read-package.ts'

// The same files make the same bytes, whenever and wherever they are packed.
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100_644 }

/** The name of a package's file. @example packageName(manifest) // 'notes-1.2.0.zip' */
export const packageName = ({ id, version }: Pick<Manifest, 'id' | 'version'>): string =>
  `${id}-${version}.zip`

/** Writes the given files into a zip, in order of their paths. */
export async function writeZip(files: ReadonlyMap<string, Buffer>, compress = true): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    zip.addBuffer(content, path, { ...options, compress })
  zip.end()
  return buffer(zip.outputStream)
}

/**
 * Packs a built plugin: its `dist/`, or the folder that holds one. Only what the manifest lists goes in. Throws
 * `PACKAGE_HASH` when a file is not what the manifest says: then it has to be built again.
 */
export async function packPlugin(folder: string, { compress = true } = {}): Promise<Buffer> {
  const dist = existsSync(join(folder, MANIFEST_FILE)) ? folder : join(folder, 'dist')
  const text = await readFile(join(dist, MANIFEST_FILE))
  // The build wrote it; whoever installs the package checks it again.
  const { files = {} } = JSON.parse(text.toString('utf8')) as Manifest
  const packed = new Map([[MANIFEST_FILE, text]])
  for (const [path, described] of Object.entries(files)) {
    const content = await readFile(join(dist, path))
    if (sha384(content) !== described.sha384) throw packageFailure('PACKAGE_HASH', { path })
    packed.set(path, content)
  }
  return writeZip(packed, compress)
}
