import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { normalizePath, parseSync, type Plugin } from 'vite'
import { nearestName } from './nearest-name.ts'
import { exportsFor } from './shared-exports.ts'

interface Wanted {
  readonly from: string
  readonly name: string
}

/** Names that a module imports or passes on; `default` among them, a whole module not. */
function wantedOf(file: string, code: string): readonly (Wanted & { readonly start: number })[] {
  const { module } = parseSync(file, code)
  const imported = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({ moduleRequest, importName })),
  )
  const passedOn = module.staticExports.flatMap(({ entries }) => entries)
  return [...imported, ...passedOn].flatMap(({ moduleRequest, importName: { kind, name, start } }) => {
    const wanted = kind === 'Default' ? 'default' : name
    if (!moduleRequest || !wanted) return []
    return [{ from: moduleRequest.value, name: wanted, start: start ?? moduleRequest.start }]
  })
}

/** Where it stands in what the author has written, which is not what is looked through here. */
function lineOf(file: string, { from, name }: Wanted): number | null {
  const code = readFileSync(file, 'utf8')
  const found = wantedOf(file, code).find((each) => each.from === from && each.name === name)
  return found ? code.slice(0, found.start).split('\n').length : null
}

/**
 * Refuses names that are not there: what the shell shares is outside of the build, and a browser would be the first to
 * miss them.
 */
export const checkedImports = ({
  folder,
  half,
}: {
  readonly folder: string
  readonly half: 'browser' | 'server'
}): Plugin => ({
  name: 'spawnpoint:checked-imports',
  // Types are gone by now.
  enforce: 'post',
  transform(code, id) {
    const file = id.replace(/\?.*$/, '')
    const path = normalizePath(relative(folder, file))
    if (id.startsWith('\0') || path.startsWith('..') || path.includes('node_modules/')) return null
    if (!/\.[jt]sx?$/.test(file)) return null
    const problems = wantedOf(`${file}.js`, code).flatMap((wanted) => {
      const names = exportsFor(half, wanted.from)
      if (!names || names.has(wanted.name)) return []
      const line = lineOf(file, wanted)
      const nearest = nearestName(wanted.name, names)
      const advice = nearest === null ? '' : `; did you mean "${nearest}"?`
      return [
        `E_EXPORT_MISSING: ${path}${line === null ? '' : `:${line}`} imports "${wanted.name}" from ${wanted.from}, which has no such export${advice}`,
      ]
    })
    if (problems.length > 0) this.error(problems.join('\n'))
    return null
  },
})
