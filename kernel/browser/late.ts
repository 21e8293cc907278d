/** Code that the first page does not need, in one chunk. */
export { Overlays } from './app/overlays.tsx'
export { MessageHosts } from './app/message-hosts.tsx'
export { PlainNotFound } from './app/plain-not-found.tsx'
export { SafeModeBanner } from './plugins/safe-mode-banner.tsx'
export { StoppedNotice } from './plugins/stopped-notice.tsx'
export { WaitingPlace } from './plugins/waiting-place.tsx'
