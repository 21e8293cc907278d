// For tests that run in plain Node, which loads no `.tsx`.
export {
  startPluginServer,
  type PluginServerOptions,
  type TestPluginServer,
} from './plugin-server/start-plugin-server.ts'
export {
  startProduct,
  type CookieJar,
  type ProductOptions,
  type TestPerson,
  type TestProduct,
} from './product/start-product.ts'
export { watchPage, type WatchedPage } from './product/watch-page.ts'
export type { ProductIsolation, TestUser } from './product/product-orders.ts'
export { standIn, type StandIn, type StandInService } from './plugin-server/write-stand-ins.ts'
export type { TestAnswer, TestCaller } from './plugin-server/test-caller.ts'
export {
  startPanelEmulator,
  type PanelEmulator,
  type PanelEmulatorOptions,
} from '../panel-emulator/start-panel-emulator.ts'
export type { PanelFault } from '../panel-emulator/panel-faults.ts'
