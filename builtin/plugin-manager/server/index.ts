import { definePluginServer, Plugins } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import {
  handleChangeIsolation,
  handleInstallPackage,
  handleLeaveSafeMode,
  handleUninstallPlugin,
} from './install-packages.ts'
import { handleListPlugins } from './list-plugins.ts'
import { registerCommands } from './plugin-commands.ts'
import { handleConfigurePlugin, handleReadPluginConfig } from './plugin-config.ts'
import { handleDiscardReview, handleFindReview, handleReviewPackage } from './review-packages.ts'
import { handleDisablePlugin, handleEnablePlugin } from './switch-plugins.ts'

export default definePluginServer(manifest, {
  endpoints: [
    handleListPlugins,
    handleEnablePlugin,
    handleDisablePlugin,
    handleReadPluginConfig,
    handleConfigurePlugin,
    handleReviewPackage,
    handleFindReview,
    handleDiscardReview,
    handleInstallPackage,
    handleChangeIsolation,
    handleUninstallPlugin,
    handleLeaveSafeMode,
  ],
  uses: { plugins: Plugins },
  setup: ({ plugins }, host) => registerCommands(host, plugins),
})
