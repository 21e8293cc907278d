/** What pages with server data bring along, in one script. */
export { DataFrame } from './data-frame.tsx'
export { LoadedOverlays } from './loaded-overlays.tsx'
