import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseSync } from 'vite'
import { joinedNames } from './plugin-entries.ts'
import { sharedModuleNames } from './shared-module-names.ts'
import { sharedModuleTable } from './shared-specifiers.ts'

const require = createRequire(import.meta.url)
const read = new Map<string, ReadonlySet<string>>()

/** Values that an entry of the SDK exports; types are gone before anything runs. */
function exportsOfEntry(specifier: string): ReadonlySet<string> {
  const known = read.get(specifier)
  if (known) return known
  const file = require.resolve(specifier)
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, isType }) => (!isType && exportName.name ? [exportName.name] : [])),
  )
  const found = new Set(names)
  read.set(specifier, found)
  return found
}

function isEntry(specifier: string): boolean {
  if (!/^@spawnpoint\/sdk(\/|$)/.test(specifier)) return false
  try {
    require.resolve(specifier)
    return true
  } catch {
    // The resolver reports the failure.
    return false
  }
}

/** The names that a module of a plugin may import of a module; null for one that its own package answers for. */
export function exportsFor(half: 'browser' | 'server', specifier: string): ReadonlySet<string> | null {
  if (half === 'server') return isEntry(specifier) ? exportsOfEntry(specifier) : null
  const joined = joinedNames(specifier)
  if (joined) return new Set(joined)
  const shared = sharedModuleTable[specifier]
  if (!shared || shared.kind === 'all') return isEntry(specifier) ? exportsOfEntry(specifier) : null
  const names = sharedModuleNames(shared)
  return new Set(shared.kind === 'commonjs' ? [...names, 'default'] : names)
}
