import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

interface Wanted {
  readonly from: string
  /** Null: the whole module. */
  readonly name: string | null
}

interface Module {
  readonly imports: readonly Wanted[]
  /** Exported name → where it is passed on from. */
  readonly passedOn: ReadonlyMap<string, Wanted>
}

const isRelative = (request: string) => request.startsWith('.')

function readModule(id: string, code: string): Module {
  const { module } = parseSync(id, code)
  const imports = module.staticImports.flatMap(({ moduleRequest: { value: from }, entries }): Wanted[] => {
    if (entries.length === 0) return [{ from, name: null }]
    return entries.map(({ importName: { kind, name } }) => ({
      from,
      name: kind === 'Default' ? 'default' : (name ?? null),
    }))
  })
  const passedOn = new Map<string, Wanted>()
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName } of entries)
      if (moduleRequest && exportName.name)
        passedOn.set(exportName.name, { from: moduleRequest.value, name: importName.name ?? null })
  return { imports, passedOn }
}

export interface ImportGraph {
  add(id: string, code: string, resolve: (request: string) => Promise<string | null>): Promise<void>
  importsOf(id: string): string[]
  /** The modules themselves, all that they need before they run, and all that they pass on. */
  reach(ids: readonly string[]): ReadonlySet<string>
}

/**
 * Which modules a module really needs: a name that a file merely passes on leads to where it is written, so that one
 * import of a kit is not all of it.
 */
export function createImportGraph({ isPackage }: { isPackage(id: string): boolean }): ImportGraph {
  const modules = new Map<string, Module>()
  const resolved = new Map<string, string | null>()

  /** A package is as it lies on the disk; only a few of its files are ever asked for. */
  const get = (id: string): Module | undefined => {
    const known = modules.get(id)
    if (known || !isPackage(id)) return known
    const read = readModule(id, readFileSync(id, 'utf8'))
    modules.set(id, read)
    return read
  }

  const find = (request: string, importer: string): string | null =>
    isRelative(request) ? posix.join(posix.dirname(importer), request) : (resolved.get(request) ?? null)

  const reach = (id: string, seen: Set<string>): void => {
    const module = get(id)
    if (!module || seen.has(id)) return
    seen.add(id)
    for (const wanted of module.imports) follow(wanted, id, seen)
  }

  const follow = ({ from, name }: Wanted, importer: string, seen: Set<string>): void => {
    const id = find(from, importer)
    if (id === null) return
    const passedOn = get(id)?.passedOn
    const source = name === null ? undefined : passedOn?.get(name)
    if (source) return follow(source, id, seen)
    const isNew = !seen.has(id)
    reach(id, seen)
    if (name === null && isNew) for (const each of passedOn?.values() ?? []) follow(each, id, seen)
  }

  return {
    async add(id: string, code: string, resolve: (request: string) => Promise<string | null>): Promise<void> {
      const module = readModule(id, code)
      modules.set(id, module)
      const requests = [...module.imports, ...module.passedOn.values()].map(({ from }) => from)
      for (const request of new Set(requests))
        if (!isRelative(request) && !resolved.has(request)) resolved.set(request, await resolve(request))
    },
    importsOf(id: string): string[] {
      const found = get(id)?.imports.map(({ from }) => find(from, id)) ?? []
      return found.filter((each) => each !== null)
    },
    reach(ids: readonly string[]): ReadonlySet<string> {
      const seen = new Set<string>()
      for (const id of ids) {
        reach(id, seen)
        for (const each of get(id)?.passedOn.values() ?? []) follow(each, id, seen)
      }
      return seen
    },
  }
}
