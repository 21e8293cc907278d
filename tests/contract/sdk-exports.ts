import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { exportedDeclarations, type Declared } from '../../kernel/build/declarations.ts'

/** A name that an entry of the SDK exports, and where its declaration stands. */
export interface SdkExport {
  readonly name: string
  /** Text after `from`. */
  readonly specifier: string
  readonly file: string
  readonly local: string
}

const sdk = '@spawnpoint/sdk'

const entriesOf = (root: string): ReadonlyMap<string, string> => {
  const { exports } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as {
    exports: Record<string, string>
  }
  const code = Object.entries(exports).filter(([, file]) => /\.tsx?$/.test(file))
  return new Map(code.map(([name, file]) => [sdk + name.slice(1), join(root, 'sdk', file)]))
}

/** Follows a name to the file that declares it; null for what comes from a package that is not ours. */
function declaredIn(
  file: string,
  { name, text }: Declared,
  entries: ReadonlyMap<string, string>,
  read: (file: string) => readonly Declared[],
): { file: string; local: string } | null {
  const [, local, source] = /^export \{ (\w+) \} from '([^']+)'/.exec(text) ?? []
  if (!local || !source) return { file, local: name }
  const next = source.startsWith('.') ? join(dirname(file), source) : entries.get(source)
  if (!next) return null
  const declared = read(next).find((each) => each.name === local)
  if (!declared) throw new Error(`${next} does not export ${local}`)
  return declaredIn(next, declared, entries, read)
}

/** All that the entries of `sdk/package.json` export, except what they pass on from packages of others. */
export function readSdkExports(root: string): readonly SdkExport[] {
  const entries = entriesOf(root)
  const seen = new Map<string, readonly Declared[]>()
  const read = (file: string) => {
    const known = seen.get(file) ?? exportedDeclarations(file)
    seen.set(file, known)
    return known
  }
  return [...entries].flatMap(([specifier, entry]) =>
    read(entry).flatMap((declared) => {
      const found = declaredIn(entry, declared, entries, read)
      return found
        ? [{ name: declared.name, specifier, file: relative(root, found.file), local: found.local }]
        : []
    }),
  )
}
