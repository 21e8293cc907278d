import { generalSettings } from '@spawnpoint/contracts/settings'
import { every } from '@spawnpoint/sdk/common'
import {
  Audit,
  ConfigurationSections,
  Database,
  definePluginServer,
  Instance,
  Plugins,
  Secrets,
  Settings,
} from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleChangeSettings } from './change-settings.ts'
import { handleListSettingChanges } from './list-changes.ts'
import { registerCommands } from './config/config-commands.ts'
import { handleReadSettings } from './read-settings.ts'

export default definePluginServer(manifest, {
  settings: generalSettings,
  endpoints: [handleReadSettings, handleChangeSettings, handleListSettingChanges],
  uses: {
    audit: Audit,
    db: Database,
    instance: Instance,
    plugins: Plugins,
    secrets: Secrets,
    sections: every(ConfigurationSections),
    settings: Settings,
  },
  setup: ({ instance, ...uses }, host) => registerCommands(host, uses, { env: process.env, instance }),
})
