import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export const namesSinceFile = 'sdk/names-since.json'

/** Entry of the SDK → the names of values that it exports. Types are gone before anything runs, so they ask for nothing. */
type EntryNames = Readonly<Record<string, readonly string[]>>

/** Version of the SDK → what came with it. */
export type NamesSince = Readonly<Record<string, EntryNames>>

/** In the checkout and in the packed SDK. */
export function readNamesSince(root: string): NamesSince {
  const file = join(root, namesSinceFile)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function valuesOf(file: string): readonly string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, isType }) => (!isType && exportName.name ? [exportName.name] : [])),
  )
  return [...new Set(names)].sort()
}

/** Names that were there keep their version, new ones get the present one, and those that went are forgotten. */
export function renewNames(before: NamesSince, now: EntryNames, version: string): NamesSince {
  const since: Record<string, Record<string, string[]>> = {}
  for (const [entry, names] of Object.entries(now))
    for (const name of names) {
      const known = Object.keys(before).find((each) => before[each]?.[entry]?.includes(name))
      const came = (since[known ?? version] ??= {})
      came[entry] = [...(came[entry] ?? []), name]
    }
  return since
}

/** The text of the file for the sources as they are. */
export function createNamesSince(root: string): string {
  const { version, exports }: { version: string; exports: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'sdk/package.json'), 'utf8'),
  )
  const entries = Object.entries(exports).filter(([, file]) => /\.tsx?$/.test(file))
  const now = Object.fromEntries(
    entries.map(([entry, file]) => [`@spawnpoint/sdk${entry.slice(1)}`, valuesOf(join(root, 'sdk', file))]),
  )
  return `${JSON.stringify(renewNames(readNamesSince(root), now, version), null, 2)}\n`
}
