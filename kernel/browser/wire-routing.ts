import { fillPath } from './call-path.ts'
import type { KernelDeps, PluginParts, RoutingParts } from './kernel.ts'
import { createNavigation } from './routing/navigation.ts'
import { createRouteBook } from './routing/route-book.ts'

export const wireRouting = (
  { platform }: KernelDeps,
  { bus, registry, messages, label }: PluginParts,
): RoutingParts => {
  const book = createRouteBook(({ plugin, title }) => label(plugin, title))
  const updateBook = (): void => book.update(registry.contributions.getState())
  registry.contributions.subscribe(updateBook)
  // Titles are messages.
  messages.version.subscribe(updateBook)
  const navigation = createNavigation({
    address: platform.address,
    ask: (to, from) => bus.callAsync('beforeNavigate', to, from),
    onChange: ({ path }, previous) => {
      const route = book.match(path)
      bus.call('routeChanged', { path, previous, routeId: route ? `${route.plugin}/${route.id}` : undefined })
    },
  })
  return {
    book,
    navigation,
    wellKnownPath: (name) => {
      const route = book.wellKnown(name)
      return route ? fillPath(route.path) : '/'
    },
  }
}
