import { signedInParts, shellFrame } from '../app/layouts.tsx'
import type { Kernel } from '../kernel.ts'
import { preloadPage } from './preload-page.ts'

/** A visitor who fills in the log-in form will need the dashboard next. Returns the undo. */
export const preloadHomeOnInput = (document: Document, kernel: Kernel): (() => void) => {
  const { uiSettings, routeRegistry, navigation } = kernel
  const preload = (): void => {
    if (!uiSettings.getState().performance.preloadCritical) return
    if (routeRegistry.match(navigation.location.getState().path)?.area !== 'guest') return
    const pages = [
      shellFrame.load(),
      signedInParts.load(),
      preloadPage(kernel, routeRegistry.wellKnown('home')),
    ]
    // A failed preload is reported when the page is opened.
    Promise.all(pages).catch(() => undefined)
  }
  document.addEventListener('input', preload, { once: true })
  return () => document.removeEventListener('input', preload)
}
