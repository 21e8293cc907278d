import { createHash } from 'node:crypto'

/** Any JSON object that names a plugin; only its text counts here. */
export type AnyManifest = object

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]),
  )
}

/**
 * The text that a signature covers: the manifest without `signature`, keys in order, no spaces. Since it lists the hash of
 * every file, it stands for the whole package.
 */
export const canonicalManifest = (manifest: AnyManifest): string =>
  JSON.stringify(sorted({ ...manifest, signature: undefined }))

const hashes = new WeakMap<AnyManifest, string>()

/** SHA-256 of the canonical text, in hex: equal content has an equal hash, whoever signed it. */
export function manifestHash(manifest: AnyManifest): string {
  const known = hashes.get(manifest)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(canonicalManifest(manifest)).digest('hex')
  hashes.set(manifest, hash)
  return hash
}
