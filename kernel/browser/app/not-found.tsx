import { Arrival } from './arrival.tsx'
import { useKernel } from './kernel-context.tsx'
import { lazyPart } from './lazy-part.tsx'

const PlainNotFound = lazyPart(async () => (await import('./plain-not-found.tsx')).PlainNotFound)

/** The page of the not-found well-known route; the kernel's own where nobody claims it. */
export const NotFound = () => {
  const { routeRegistry, registry, componentOf } = useKernel()
  const route = routeRegistry.wellKnown('not-found')
  const plugin = route && registry.find(route.plugin)
  if (!plugin || !route.module) return <PlainNotFound />
  const { Page } = componentOf(plugin, route.module)
  return <Page arrival={<Arrival isFirst={false} />} />
}
