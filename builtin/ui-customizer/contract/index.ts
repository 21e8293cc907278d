export { BACKGROUND_SLOT } from './background.ts'
export { type DeviceOverlay, type ReplacedSetting } from './device-overlay.ts'
