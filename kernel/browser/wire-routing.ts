import { fillPath } from './call-path.ts'
import type { KernelDeps, PluginParts, RoutingParts } from './kernel.ts'
import { createNavigation } from './routing/navigation.ts'
import { createRouteRegistry } from './routing/route-registry.ts'

export const wireRouting = (
  { platform }: KernelDeps,
  { bus, registry, messages, label }: PluginParts,
): RoutingParts => {
  const routeRegistry = createRouteRegistry({
    contributions: registry.contributions,
    // Titles are messages.
    titles: messages.version,
    titleOf: ({ plugin, title }) => label(plugin, title),
  })
  const navigation = createNavigation({
    address: platform.address,
    ask: (to, from) => bus.callAsync('beforeNavigate', to, from),
    onChange: ({ path }, previous) => {
      const route = routeRegistry.match(path)
      bus.call('routeChanged', { path, previous, routeId: route ? `${route.plugin}/${route.id}` : undefined })
    },
  })
  return {
    routeRegistry,
    navigation,
    wellKnownPath: (name) => {
      const route = routeRegistry.wellKnown(name)
      return route ? fillPath(route.path) : '/'
    },
  }
}
