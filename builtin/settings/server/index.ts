import { generalSettings } from '@spawnpoint/contracts/settings'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleChangeSettings } from './change-settings.ts'
import { handleListSettingChanges } from './list-changes.ts'
import { handleReadSettings } from './read-settings.ts'

export default definePluginServer(manifest, {
  settings: generalSettings,
  endpoints: [handleReadSettings, handleChangeSettings, handleListSettingChanges],
})
