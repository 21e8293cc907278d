import {
  configurePlugin,
  disablePlugin,
  discardReview,
  enablePlugin,
  findReview,
  installPackage,
  leaveSafeMode,
  listPlugins,
  readPluginConfig,
  reviewPackage,
  uninstallPlugin,
} from '@spawnpoint/contracts/plugin-manager'
import { defineServerPart, Plugins, Sessions } from '@spawnpoint/sdk/server'
import { handleInstallPackage, handleLeaveSafeMode, handleUninstallPlugin } from './install-packages.ts'
import { handleListPlugins } from './list-plugins.ts'
import { handleConfigurePlugin, handleReadPluginConfig } from './plugin-config.ts'
import { handleDiscardReview, handleFindReview, handleReviewPackage } from './review-packages.ts'
import { handleDisablePlugin, handleEnablePlugin } from './switch-plugins.ts'

export default defineServerPart({
  uses: { plugins: Plugins, sessions: Sessions },
  setup(uses, host) {
    host.endpoint(listPlugins, handleListPlugins(uses))
    host.endpoint(enablePlugin, handleEnablePlugin(uses))
    host.endpoint(disablePlugin, handleDisablePlugin(uses))
    host.endpoint(readPluginConfig, handleReadPluginConfig(uses))
    host.endpoint(configurePlugin, handleConfigurePlugin(uses))
    host.endpoint(reviewPackage, handleReviewPackage(uses))
    host.endpoint(findReview, handleFindReview(uses))
    host.endpoint(discardReview, handleDiscardReview(uses))
    host.endpoint(installPackage, handleInstallPackage(uses))
    host.endpoint(uninstallPlugin, handleUninstallPlugin(uses))
    host.endpoint(leaveSafeMode, handleLeaveSafeMode(uses))
  },
})
