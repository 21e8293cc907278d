import type { Kernel } from '../create-kernel.ts'
import type { BookedRoute } from './route-book.ts'

type Doors = Pick<Kernel, 'registry' | 'componentOf'>

/** Fetches a page's code before it is drawn. */
export const preloadPage = async (
  { registry, componentOf }: Doors,
  route: BookedRoute | null,
): Promise<void> => {
  const plugin = route && registry.find(route.plugin)
  if (plugin && route.module) await componentOf(plugin, route.module).preload()
}
