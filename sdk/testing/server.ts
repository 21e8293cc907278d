// For tests that run in plain Node, which loads no `.tsx`.
export {
  startPanelEmulator,
  type PanelEmulator,
  type PanelEmulatorOptions,
} from './panel-emulator/start-panel-emulator.ts'
export type { PanelFault } from './panel-emulator/panel-faults.ts'
