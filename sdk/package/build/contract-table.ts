import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { contractFiles, type ContractPart } from './contract-files.ts'
import { createLightContract, type LightContract } from './light-contract.ts'
import { loadFresh, loadOnce } from './load-module.ts'
import { namedImports } from './named-imports.ts'

const specifier = /^@spawnpoint\/contracts\/([a-z][a-z0-9.-]*)(\/schemas|\/resource)?$/
const parts: Readonly<Record<string, ContractPart>> = { '/schemas': 'schemas', '/resource': 'resource' }
const prefix = '\0contract:'

export interface ContractTableOptions {
  /** The folder that holds `builtin/`, or whose packages do. */
  readonly root: string
  /** A plugin that is built by itself: its contract lies in its own folder. */
  readonly plugin?: { readonly id: string; readonly folder: string } | undefined
  /** Builds each export as a module of its own, so that a page loads only the endpoints that it names. */
  readonly isSplit?: boolean
}

/** The file of a table, and the export where it is split. */
const partsOf = (id: string) => {
  if (!id.startsWith(prefix)) return null
  const [file = '', name] = id.slice(prefix.length).split('?')
  return { file, name }
}

/** Passes on each export from a module of its own. */
const passOn = (file: string, names: Iterable<string>): string =>
  [...names].map((name) => `export { ${name} } from ${JSON.stringify(`${prefix}${file}?${name}`)}\n`).join('')

/** The tables of contracts, each made once until its folder changes. */
function createTables() {
  let load = loadOnce
  const tables = new Map<string, Promise<LightContract>>()
  return {
    /** Reads files anew each time: in development they change. */
    loadAnew() {
      load = loadFresh
    },
    of(file: string): Promise<LightContract> {
      const table = tables.get(file) ?? load(file).then(createLightContract)
      tables.set(file, table)
      return table
    },
    /** Forgets the tables beside a file that has changed; answers which. */
    forgetBeside(file: string): readonly string[] {
      const changed = [...tables.keys()].filter((each) => dirname(each) === dirname(file))
      for (const each of changed) tables.delete(each)
      return changed
    },
  }
}

/** Where imports of contracts lead. */
function createTargets({ root, plugin }: ContractTableOptions) {
  const builtins = contractFiles(root)
  const contractFile = (id: string, part: ContractPart) =>
    plugin?.id === id
      ? normalizePath(join(plugin.folder, part === 'resource' ? 'resource.ts' : `contract/${part}.ts`))
      : builtins.find(id, part)
  const ownContract = plugin ? contractFile(plugin.id, 'index') : null
  const isContract = (file: string) => file === ownContract || builtins.isIndex(file)
  return {
    isContract,
    /** The contract file that an import means, or null. */
    find(source: string, importer: string | undefined): string | null {
      const id = specifier.exec(source)
      if (id?.[1] !== undefined) return contractFile(id[1], parts[id[2] ?? ''] ?? 'index')
      if (!source.startsWith('.') || importer === undefined) return null
      const file = normalizePath(resolve(dirname(importer), source))
      return isContract(file) ? file : null
    },
  }
}

/** Takes the place of a contract's `index.ts` in the browser: a table of data, so that naming an endpoint loads no zod. */
export function contractTable(options: ContractTableOptions): Plugin {
  const tables = createTables()
  const { find, isContract } = createTargets(options)
  let { isSplit = false } = options

  return {
    name: 'spawnpoint:contract-table',
    enforce: 'pre',
    configResolved(config) {
      if (config.command !== 'serve') return
      tables.loadAnew()
      isSplit = false
    },
    resolveId(source, importer) {
      if (source.startsWith(prefix)) return source
      const file = find(source, importer)
      if (file === null) return null
      if (!existsSync(file)) this.error(`'${source}' leads to ${file}, which is missing`)
      // Schemas do nothing by themselves: a page that imports one function beside them loads neither them nor zod.
      return isContract(file) ? `${prefix}${file}` : { id: file, moduleSideEffects: false }
    },
    async load(id) {
      const parts = partsOf(id)
      if (parts === null) return null
      const { file, name } = parts
      this.addWatchFile(file)
      const { exported } = await tables.of(file)
      const whole = isSplit ? passOn(file, exported.keys()) : [...exported.values()].join('')
      return { code: name === undefined ? whole : (exported.get(name) ?? ''), moduleSideEffects: false }
    },
    transform: {
      filter: { id: /\.[jt]sx?$/, code: /contract/ },
      async handler(code, importer) {
        for (const { from, name } of namedImports(importer, code)) {
          const file = find(from, importer)
          if (file === null || !isContract(file)) continue
          const { leftOut } = await tables.of(file)
          if (leftOut.has(name))
            this.error(
              `'${name}' of ${from} is no plain data, so the browser does not get it: a schema that a form needs belongs into contract/schemas.ts and is imported from '${from}/schemas'.`,
            )
        }
      },
    },
    hotUpdate({ file, server }) {
      const changed = tables.forgetBeside(file)
      for (const each of changed) {
        const module = this.environment.moduleGraph.getModuleById(`${prefix}${each}`)
        if (module) this.environment.moduleGraph.invalidateModule(module)
      }
      if (changed.length > 0) server.ws.send({ type: 'full-reload' })
    },
  }
}
