import { legalSettings } from '@spawnpoint/contracts/legal'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'

/** Only declares the settings: both pages are drawn from public ones. */
export default definePluginServer(manifest, { settings: legalSettings })
