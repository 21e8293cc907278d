import type { Manifest } from '@spawnpoint/sdk/common'
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { WELL_KNOWN_ROUTES } from '../../sdk/common/manifest-schema.ts'
import { loadFresh, loadOnce } from '../../sdk/package/build/load-module.ts'
import { moduleId } from '../../sdk/package/build/resource-pages.ts'
import { framePartsOf, homePartsOf } from './first-parts.ts'
import { readBuiltins, type Builtin } from './read-builtins.ts'

const prefix = '\0virtual:'

/** The tables of modules: all that a page starts with, and what they fetch: the administration's, the frame's, the first page's. */
export const moduleTables = {
  start: `${prefix}builtin-modules`,
  admin: `${prefix}admin-modules`,
  frame: `${prefix}frame-modules`,
  home: `${prefix}home-modules`,
} as const
type Table = keyof typeof moduleTables

/** True for a module that pages of the administration draw, and no other page. */
const isForAdmin = ({ contributes }: Manifest, module: string): boolean => {
  const { adminPages, routes, widgets, slots, ...others } = contributes
  const uses = (list: readonly object[]) => list.some((each) => 'module' in each && each.module === module)
  const forEverybody = [
    ...routes.filter(({ area }) => area !== 'admin'),
    ...widgets.filter(({ area }) => area !== 'admin'),
    ...slots.filter(({ slot }) => !slot.startsWith('admin.')),
    ...Object.values(others).filter(Array.isArray).flat(),
  ]
  return uses([...adminPages, ...routes, ...widgets, ...slots]) && !uses(forEverybody)
}

export interface BuiltinModule {
  readonly plugin: string
  readonly name: string
  readonly file: string
  /** The id of its file among the modules of a bundle. */
  readonly id: string
  readonly table: Table
}

export const modulesOf = (builtins: readonly Builtin[]): readonly BuiltinModule[] => {
  const frame = new Set(framePartsOf(builtins))
  const home = new Set(homePartsOf(builtins))
  const tableOf = (id: string, manifest: Manifest, name: string): Table => {
    if (frame.has(id)) return 'frame'
    if (home.has(id)) return 'home'
    return isForAdmin(manifest, name) ? 'admin' : 'start'
  }
  return builtins.flatMap(({ manifest, folder }) =>
    Object.entries(manifest.modules).map(([name, path]) => {
      const id = moduleId(folder, path)
      const file = normalizePath(join(folder, path))
      return { plugin: manifest.id, name, file, id, table: tableOf(id, manifest, name) }
    }),
  )
}

/** Plugin id → module name → code. */
const objectCode = (
  plugins: Iterable<string>,
  modules: readonly BuiltinModule[],
  codeOf: (module: BuiltinModule) => string,
): string => {
  const lines = [...plugins].map((id) => {
    const own = modules.filter(({ plugin }) => plugin === id)
    const properties = own.map((module) => `    ${JSON.stringify(module.name)}: ${codeOf(module)},`)
    return [`  ${JSON.stringify(id)}: {`, ...properties, '  },'].join('\n')
  })
  return `{\n${lines.join('\n')}\n}\n`
}

const pluginsOf = (modules: readonly BuiltinModule[]) => new Set(modules.map(({ plugin }) => plugin))

/** A chunk of its own, fetched on first use. */
const loaderCode = ({ file }: BuiltinModule) => `() => import(${JSON.stringify(file)})`

/** Modules that come in one chunk anyway, and so by one request. */
const togetherCode = (modules: readonly BuiltinModule[]): string => {
  const imports = modules.map(({ file }, index) => `import part${index} from ${JSON.stringify(file)}\n`)
  const partCode = (module: BuiltinModule) => `{ default: part${modules.indexOf(module)} }`
  return `${imports.join('')}export default ${objectCode(pluginsOf(modules), modules, partCode)}`
}

/** Names every plugin of the product: the kernel knows them by this table. */
const startCode = (builtins: readonly Builtin[], modules: readonly BuiltinModule[]): string => {
  const names = JSON.stringify
  const codeOf = (module: BuiltinModule) =>
    module.table === 'start'
      ? loaderCode(module)
      : `${module.table}(${names(module.plugin)}, ${names(module.name)})`
  return `
const within = (load) => (plugin, name) => async () => (await load()).default[plugin][name]
const frame = within(() => import('virtual:frame-modules'))
const home = within(() => import('virtual:home-modules'))
export const builtinModules = ${objectCode(
    builtins.map(({ manifest }) => manifest.id),
    modules.filter(({ table }) => table !== 'admin'),
    codeOf,
  )}
export const loadAdminModules = async () => (await import('virtual:admin-modules')).default
`
}

const codeOf = (table: Table, builtins: readonly Builtin[]): string => {
  const modules = modulesOf(builtins)
  if (table === 'start') return startCode(builtins, modules)
  const own = modules.filter((module) => module.table === table)
  return table === 'admin'
    ? `export default ${objectCode(pluginsOf(own), own, loaderCode)}`
    : togetherCode(own)
}

function findUnclaimedRoutes(builtins: readonly Builtin[]): readonly string[] {
  const claimed = new Set(
    builtins.flatMap(({ manifest: { contributes } }) =>
      [...contributes.routes, ...contributes.adminPages].map(({ wellKnown }) => wellKnown),
    ),
  )
  return WELL_KNOWN_ROUTES.filter((wellKnown) => !claimed.has(wellKnown))
}

const isTable = (name: string): name is Table => Object.hasOwn(moduleTables, name)
const tableOf = (id: string): Table | null =>
  Object.keys(moduleTables)
    .filter(isTable)
    .find((table) => moduleTables[table] === id) ?? null

export function builtinModules({ root }: { readonly root: string }): Plugin {
  let load = loadOnce
  const isManifest = (file: string) =>
    file.startsWith(`${normalizePath(root)}/builtin/`) &&
    /^[^/]+\/manifest\.ts$/.test(file.split('/builtin/').at(-1) ?? '')
  return {
    name: 'spawnpoint:builtin-modules',
    configResolved(config) {
      if (config.command === 'serve') load = loadFresh
    },
    resolveId: (source) => (tableOf(`\0${source}`) ? `\0${source}` : null),
    async load(source) {
      const table = tableOf(source)
      if (!table) return null
      const builtins = await readBuiltins(root, load)
      const missing = findUnclaimedRoutes(builtins)
      if (table === 'start' && builtins.length > 0 && missing.length > 0)
        this.warn(`no built-in claims ${missing.join(', ')}`)
      return codeOf(table, builtins)
    },
    hotUpdate({ file, server }) {
      const { moduleGraph } = this.environment
      const tables = isManifest(file) ? Object.values(moduleTables) : []
      const loaded = tables.flatMap((id) => moduleGraph.getModuleById(id) ?? [])
      for (const module of loaded) moduleGraph.invalidateModule(module)
      if (loaded.length > 0) server.ws.send({ type: 'full-reload' })
    },
  }
}
