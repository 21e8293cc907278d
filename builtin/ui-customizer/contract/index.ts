export { type DeviceOverlay, type ReplacedSetting } from './device-overlay.ts'
