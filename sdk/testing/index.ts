export { createBrowserHost, type BrowserHostOptions, type TestBrowserHost } from './create-browser-host.ts'
export { renderPlugin, type RenderPluginOptions } from './render-plugin.tsx'
export {
  testPluginContract,
  type PluginContractOptions,
  type PluginContractResult,
} from './plugin-contract/test-plugin-contract.ts'
export type { VisitedContribution } from './plugin-contract/visit-contributions.tsx'
export type { TestPlugin } from './test-plugin.ts'
export type { FakeCall, FakeRefusal, FakeServer } from './fake-server.ts'
export {
  startPanelEmulator,
  type PanelEmulator,
  type PanelEmulatorOptions,
} from '../panel-emulator/start-panel-emulator.ts'
