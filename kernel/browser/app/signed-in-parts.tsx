/** What pages with server data, and the ways to them, bring along, in one script. */
export { AuthRedirect, RootRedirect } from './auth-redirect.tsx'
export { DataFrame } from './data-frame.tsx'
export { LoadedOverlays, preloadOverlays } from './loaded-overlays.tsx'
