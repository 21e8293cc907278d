import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { WELL_KNOWN_ROUTES } from '../../sdk/common/manifest-schema.ts'
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

function findUnclaimedRoutes(builtins: readonly Builtin[]): readonly string[] {
  const claimed = new Set(
    builtins.flatMap(({ manifest: { contributes } }) =>
      [...contributes.routes, ...contributes.adminPages].map(({ wellKnown }) => wellKnown),
    ),
  )
  return WELL_KNOWN_ROUTES.filter((wellKnown) => !claimed.has(wellKnown))
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
      const missing = findUnclaimedRoutes(builtins)
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
