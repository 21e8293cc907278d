import { signedInParts, shellFrame } from '../app/layouts.tsx'
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

/** Somebody who fills in the log-in form is about to need the dashboard. */
export const preloadHomeOnInput = (document: Document, kernel: Kernel): void => {
  const { uiSettings, book, navigation } = kernel
  const preload = (): void => {
    if (!uiSettings.get().performance.preloadCritical) return
    if (book.match(navigation.location.get().path)?.area !== 'guest') return
    const pages = [shellFrame.load(), signedInParts.load(), preloadPage(kernel, book.landmark('home'))]
    // What fails here fails again, visibly, when it is needed.
    Promise.all(pages).catch(() => undefined)
  }
  document.addEventListener('input', preload, { once: true })
}
