import type { Kernel } from '../kernel.ts'
import { evaluateRoute } from './evaluate-visit.ts'
import { preloadPage } from './preload-page.ts'

/** Fetches the page behind a link when the pointer or the focus comes to it. */
export const startIntentPreload = (document: Document, kernel: Kernel): (() => void) => {
  const { routeRegistry, uiSettings, platform } = kernel
  const follow = ({ target }: Event): void => {
    if (!uiSettings.getState().performance.networkOptimization || !(target instanceof Element)) return
    const href = target.closest('a[href]')?.getAttribute('href')
    const base = platform.address.url()
    const url = href ? URL.parse(href, base) : null
    if (!url || url.origin !== base.origin) return
    const route = routeRegistry.match(url.pathname)
    if (!route || evaluateRoute(kernel, route).kind !== 'draw') return
    // A failed preload is reported when the page is opened.
    preloadPage(kernel, route).catch(() => undefined)
  }
  document.addEventListener('pointerover', follow, { passive: true })
  document.addEventListener('focusin', follow)
  return () => {
    document.removeEventListener('pointerover', follow)
    document.removeEventListener('focusin', follow)
  }
}
