import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { isBuiltin, type PlanPlugin } from '../../common/plan.ts'
import type { AddedPlugins, LoadAddedPlugins } from './added-plugins.ts'
import { createPluginLife, type PluginLife } from './plugin-life.ts'
import type { PluginRegistry } from './plugin-registry.ts'

export interface PluginScopes {
  /** Fetches what `of` needs; nothing for a built-in. */
  prepare(plugin: PlanPlugin): Promise<void>
  /** The host as this plugin gets it. */
  of(id: string): BrowserHost
  /** The same for code that runs outside of a component. */
  open(plugin: PlanPlugin): Promise<BrowserHost>
  /** The plugin is switched off in this tab: what it made ends, and its host answers nothing any more. */
  end(id: string): void
}

/** One host per run-time plugin, with what it may reach, for as long as it is on. */
export const createPluginScopes = (
  registry: Pick<PluginRegistry, 'find' | 'own'>,
  hostOf: () => BrowserHost,
  loadAdded: LoadAddedPlugins,
): PluginScopes => {
  const scopes = new Map<
    string,
    { readonly plugin: PlanPlugin; readonly host: BrowserHost; readonly life: PluginLife }
  >()
  let create: AddedPlugins['createHost'] | null = null

  const add = (plugin: PlanPlugin, make: AddedPlugins['createHost']): BrowserHost => {
    const life = createPluginLife()
    const host = make(hostOf(), plugin, life)
    scopes.set(plugin.id, { plugin, host, life })
    registry.own(plugin.id, { dispose: life.end })
    return host
  }
  const prepare = async (plugin: PlanPlugin): Promise<void> => {
    if (!isBuiltin(plugin)) create ??= (await loadAdded()).createHost
  }
  return {
    prepare,
    of: (id) => {
      const plugin = registry.find(id)
      const known = scopes.get(id)
      // A part that is on its way out keeps the host of its plugin, which answers nothing any more.
      if (known && (!plugin || known.plugin === plugin)) return known.host
      if (!plugin || isBuiltin(plugin)) return hostOf()
      if (!create) throw new Error(`E_NOT_PREPARED ${id}: its host is not here yet`)
      return add(plugin, create)
    },
    open: async (plugin) => {
      if (isBuiltin(plugin)) return hostOf()
      const known = scopes.get(plugin.id)
      return known?.plugin === plugin ? known.host : add(plugin, (await loadAdded()).createHost)
    },
    end: (id) => scopes.get(id)?.life.end(),
  }
}
