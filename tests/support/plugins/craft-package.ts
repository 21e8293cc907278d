import { defineManifest, type ManifestInput } from '@spawnpoint/sdk/common'
import { ZipFile, type Options } from 'yazl'
import { buffer } from 'node:stream/consumers'
import { MANIFEST_FILE, sha384 } from '../../../sdk/package/read-package.ts'
import { signManifest } from '../../../sdk/package/signature.ts'

/** A file of a crafted zip; several may have one name. */
export interface CraftedFile {
  readonly path: string
  readonly content: Buffer
  readonly options?: Partial<Options>
}

export interface CraftOptions {
  readonly server?: string
  readonly files?: Readonly<Record<string, string>>
  /** Signs with this ed25519 key. */
  readonly privateKey?: string
  readonly keyId?: string
  /** Change to the manifest after its files were listed, like an author's mistake. */
  readonly spoil?: (manifest: Record<string, unknown>) => void
}

export async function craftZip(files: readonly CraftedFile[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, content, options } of files) zip.addBuffer(content, path, options)
  zip.end()
  return buffer(zip.outputStream)
}

/** The files of a package with a manifest that lists them, as the build would leave them. */
export function craftFiles(input: ManifestInput, options: CraftOptions = {}): readonly CraftedFile[] {
  const words = JSON.stringify({ [input.id]: { title: input.title } })
  const own: Record<string, string> = {
    'locales/en.json': words,
    ...(options.server === undefined ? {} : { 'server/index.js': options.server }),
    ...options.files,
  }
  const files = Object.entries(own).map(([path, text]) => ({ path, content: Buffer.from(text) }))
  const listed = files.map(({ path, content }) => [path, { sha384: sha384(content), bytes: content.length }])
  const complete = {
    ...defineManifest(input),
    ...(options.server === undefined ? {} : { server: 'server/index.js' }),
    files: Object.fromEntries(listed),
  }
  const signed = options.privateKey ? signManifest(complete, options.privateKey, options.keyId) : complete
  const manifest: Record<string, unknown> = { ...signed }
  options.spoil?.(manifest)
  return [{ path: MANIFEST_FILE, content: Buffer.from(JSON.stringify(manifest)) }, ...files]
}

/** A package as `npm run plugin -- pack` would write it. */
export const craftPackage = (input: ManifestInput, options: CraftOptions = {}): Promise<Buffer> =>
  craftZip(craftFiles(input, options))

/** Writes another text of the same length over each place where `from` stands: no tool would write such a zip. */
export function forge(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('a forged text has the length of the one it replaces')
  const forged = Buffer.from(zip)
  const wanted = Buffer.from(from, 'latin1')
  for (let at = forged.indexOf(wanted); at >= 0; at = forged.indexOf(wanted, at + 1))
    forged.write(to, at, 'latin1')
  return forged
}
