import type { BrowserHost } from '@spawnpoint/sdk/browser'
import type { AddedPlugins } from '../../browser/plugins/added-plugins.ts'
import type { PluginRegistry } from '../../browser/plugins/plugin-registry.ts'
import { isBuiltin, type PlanPlugin } from '../../common/plan.ts'
import { createPluginLife, type PluginLife } from './plugin-life.ts'
import { createScopedHost } from './scoped-host.ts'

interface Scope {
  readonly plugin: PlanPlugin
  readonly host: BrowserHost
  readonly life: PluginLife
}

/** One host per added plugin, with what it may reach, for as long as it is on. */
export const createPluginScopes = (
  registry: Pick<PluginRegistry, 'find' | 'own'>,
  host: BrowserHost,
): Pick<AddedPlugins, 'hostOf' | 'end'> => {
  const scopes = new Map<string, Scope>()
  const add = (plugin: PlanPlugin): BrowserHost => {
    const life = createPluginLife()
    const scope = { plugin, life, host: createScopedHost(host, plugin, life) }
    scopes.set(plugin.id, scope)
    registry.own(plugin.id, { dispose: life.end })
    return scope.host
  }
  return {
    hostOf: (id) => {
      const plugin = registry.find(id)
      const known = scopes.get(id)
      // A part that is on its way out keeps the host of its plugin, which answers nothing any more.
      if (known && (!plugin || known.plugin === plugin)) return known.host
      return plugin && !isBuiltin(plugin) ? add(plugin) : null
    },
    end: (id) => scopes.get(id)?.life.end(),
  }
}
