export {
  readOverlay,
  withOverlay,
  withoutOverlay,
  writeOverlay,
  type DeviceOverlay,
  type ReplacedSetting,
} from './device-overlay.ts'
