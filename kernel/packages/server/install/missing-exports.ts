import type { Manifest } from '@spawnpoint/sdk/common'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { SharedNames } from '../../../common/plan.ts'
import { olderMajor, SDK_VERSION } from '../sdk-major.ts'
import { importedNames, type ImportedNames } from './imported-names.ts'

/** A shared module and the names missing from it; no names means that the module itself is missing. */
export interface MissingExport {
  readonly from: string
  readonly names: readonly string[]
}

type Built = Pick<Manifest, 'engines' | 'modules' | 'server' | 'files'>

const scriptsOf = ({ modules, server, files = {} }: Built): readonly string[] => {
  const listed = Object.keys(files).filter((path) => /\.m?js$/.test(path) && path !== server)
  return [...new Set([...Object.values(modules), ...listed])]
}

/** Imports of all entries, and of the files they import. */
function importsOf(built: Built, read: (path: string) => string | null): readonly ImportedNames[] {
  const paths = new Set(scriptsOf(built))
  const found: ImportedNames[] = []
  for (const path of paths)
    for (const each of importedNames(read(path) ?? '')) {
      found.push(each)
      const beside = posix.join(posix.dirname(path), each.from)
      if (/^\.\.?\//.test(each.from) && !beside.startsWith('..')) paths.add(beside)
    }
  return found
}

/** An address or a file beside it is found, or not, by itself. */
const isBare = (from: string) => !/^([./]|[a-z][a-z0-9+.-]*:)/i.test(from)

/** Imports of a browser module that would not link in this page. `shared` is null when the page runs from sources. */
export function findMissingExports(
  manifest: Built,
  read: (path: string) => string | null,
  shared: SharedNames | null,
  ours = SDK_VERSION,
): readonly MissingExport[] {
  if (!shared) return []
  const older = shared.older[olderMajor(manifest.engines?.sdk, ours) ?? ''] ?? {}
  const missing = new Map<string, Set<string>>()
  for (const { from, names } of importsOf(manifest, read)) {
    const known = older[from] ?? shared.current[from]
    const absent = names.filter((name) => !known?.includes(name))
    if (!isBare(from) || (known && absent.length === 0)) continue
    missing.set(from, new Set([...(missing.get(from) ?? []), ...(known ? absent : [])]))
  }
  return [...missing].map(([from, names]) => ({ from, names: [...names].sort() }))
}

/** The same of a plugin that lies unpacked, as a sentence for its operator; null when all of it is there. */
export function findLinkProblem(
  { folder, manifest }: { readonly folder: string; readonly manifest: Built },
  shared: SharedNames | null,
  ours = SDK_VERSION,
): string | null {
  const read = (path: string) => {
    try {
      return readFileSync(join(folder, path), 'utf8')
    } catch {
      // The page says so when it asks for it.
      return null
    }
  }
  const missing = findMissingExports(manifest, read, shared, ours)
  if (missing.length === 0) return null
  const what = missing.map(({ from, names }) => (names.length > 0 ? `${names.join(', ')} of ${from}` : from))
  return `uses ${what.join('; ')}, which this product does not have: build it anew with the sdk ${ours}, or ask its author for a version that fits`
}
