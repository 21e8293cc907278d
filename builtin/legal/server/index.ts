import { legalSettings } from '@spawnpoint/contracts/legal'
import { defineServerPart } from '@spawnpoint/sdk/server'

/** Only declares the settings: both pages are drawn from public ones. */
export default defineServerPart({ uses: {}, settings: legalSettings, setup() {} })
