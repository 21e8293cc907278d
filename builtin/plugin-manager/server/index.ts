import {
  configurePlugin,
  disablePlugin,
  enablePlugin,
  listPlugins,
  readPluginConfig,
} from '@spawnpoint/contracts/plugin-manager'
import { defineServerPart, Plugins } from '@spawnpoint/sdk/server'
import { handleConfigurePlugin, handleReadPluginConfig } from './plugin-config.ts'
import { handleListPlugins } from './list-plugins.ts'
import { handleDisablePlugin, handleEnablePlugin } from './switch-plugins.ts'

export default defineServerPart({
  uses: { plugins: Plugins },
  setup(uses, host) {
    host.endpoint(listPlugins, handleListPlugins(uses))
    host.endpoint(enablePlugin, handleEnablePlugin(uses))
    host.endpoint(disablePlugin, handleDisablePlugin(uses))
    host.endpoint(readPluginConfig, handleReadPluginConfig(uses))
    host.endpoint(configurePlugin, handleConfigurePlugin(uses))
  },
})
