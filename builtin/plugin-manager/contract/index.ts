export {
  configurePlugin,
  disablePlugin,
  enablePlugin,
  listPlugins,
  readPluginConfig,
  type PluginView,
} from './plugin-endpoints.ts'
