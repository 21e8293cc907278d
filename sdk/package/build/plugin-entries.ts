import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Plugin } from 'vite'
import { namedImports } from './named-imports.ts'
import { sharedModuleTable } from './shared-specifiers.ts'

const prefix = '\0joined:'
const common = '@spawnpoint/sdk/common'
const browser = '@spawnpoint/sdk/browser'

/** The main entry as it is written: sources in the repository, JavaScript in the packed SDK. */
const mainEntry = join(import.meta.dirname, `../../browser/main${extname(import.meta.filename)}`)

const entries = ['@spawnpoint/sdk', '@spawnpoint/sdk/manifest']

function namesOf(entry: string) {
  const all = namedImports(mainEntry, readFileSync(mainEntry, 'utf8'))
  const names = (isCommon: boolean) =>
    all.filter(({ from }) => (from === common) === isCommon).map(({ name }) => name)
  const shared = sharedModuleTable[common]
  // An export that the shell does not share must fail the plugin's build, not its page.
  const isShared = (name: string) => shared?.kind !== 'names' || shared.names.includes(name)
  return {
    ofCommon: names(true).filter(isShared),
    ofBrowser: entry === '@spawnpoint/sdk' ? names(false) : [],
  }
}

/** Names exported by a joined entry; null for any other entry. */
export function joinedNames(entry: string): readonly string[] | null {
  if (!entries.includes(entry)) return null
  const { ofCommon, ofBrowser } = namesOf(entry)
  return [...ofCommon, ...ofBrowser]
}

/** Names are spelled out: of two modules that are passed on whole, a bundler cannot say which one has a name. */
function joinedCode(entry: string): string {
  const { ofCommon, ofBrowser } = namesOf(entry)
  const commonCode = `export { ${ofCommon.join(', ')} } from '${common}'\n`
  return ofBrowser.length > 0
    ? `${commonCode}export { ${ofBrowser.join(', ')} } from '${browser}'\n`
    : commonCode
}

/** A browser finds each name by itself, and takes only those that the shell's development server has. */
const wholeCode = (entry: string) =>
  [common, ...(entry === '@spawnpoint/sdk' ? [browser] : [])]
    .map((part) => `export * from '${part}'\n`)
    .join('')

/** Entries that are made of what the shell shares under other names, and so need no place in its import map. */
export const joinedEntries = (): Plugin => {
  let codeOf = joinedCode
  return {
    name: 'spawnpoint:joined-entries',
    enforce: 'pre',
    configResolved({ command }) {
      if (command === 'serve') codeOf = wholeCode
    },
    resolveId: (source) =>
      entries.includes(source) ? { id: `${prefix}${source}`, moduleSideEffects: false } : null,
    load: (id) => (id.startsWith(prefix) ? codeOf(id.slice(prefix.length)) : null),
  }
}
