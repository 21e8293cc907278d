import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { findMissingWellKnownRoutes } from '../common/well-known-routes.ts'
import { loadFresh, loadOnce } from '../../sdk/package/build/load-module.ts'
import { readBuiltins, type Builtin } from './read-builtins.ts'

const name = 'virtual:builtin-modules'
const id = `\0${name}`

/** Plugin id → module name → loader; each module is a chunk of its own, fetched on first use. */
export const builtinModulesCode = (builtins: readonly Builtin[]): string => {
  const plugins = builtins.map(({ manifest, folder }) => {
    const modules = Object.entries(manifest.modules).map(
      ([module, file]) =>
        `    ${JSON.stringify(module)}: () => import(${JSON.stringify(normalizePath(join(folder, file)))}),`,
    )
    return [`  ${JSON.stringify(manifest.id)}: {`, ...modules, '  },'].join('\n')
  })
  return `export const builtinModules = {\n${plugins.join('\n')}\n}\n`
}

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
    resolveId: (source) => (source === name ? id : null),
    async load(source) {
      if (source !== id) return null
      const builtins = await readBuiltins(root, load)
      const missing = findMissingWellKnownRoutes(builtins.map(({ manifest }) => manifest))
      if (builtins.length > 0 && missing.length > 0) this.warn(`no built-in claims ${missing.join(', ')}`)
      return builtinModulesCode(builtins)
    },
    hotUpdate({ file, server }) {
      const module = isManifest(file) ? this.environment.moduleGraph.getModuleById(id) : undefined
      if (!module) return
      this.environment.moduleGraph.invalidateModule(module)
      server.ws.send({ type: 'full-reload' })
    },
  }
}
