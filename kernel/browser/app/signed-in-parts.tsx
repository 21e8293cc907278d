/** Code shared by pages that need a session, in one chunk. */
export { AuthRedirect, RootRedirect } from './auth-redirect.tsx'
export { DataFrame } from './data-frame.tsx'
export { LoadedOverlays, preloadOverlays } from './loaded-overlays.tsx'
