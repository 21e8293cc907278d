export { readOverlay, withOverlay, withoutOverlay, writeOverlay } from './device-overlay.ts'
