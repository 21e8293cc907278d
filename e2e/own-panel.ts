import type { Page } from '@playwright/test'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPanelEmulator, type PanelEmulator } from '../sdk/panel-emulator/start-panel-emulator.ts'
import type { SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'

/** The demonstration's panel with the customer's server, in this process: its answers and sockets can be changed. */
export const takeOverPanel = async (site: SecureSite, staff: Page): Promise<PanelEmulator> => {
  const { dataDir } = site.product
  const stateFile = join(dataDir, 'journey-panel.json')
  copyFileSync(join(dataDir, 'demo-panel.json'), stateFile)
  const panel = await startPanelEmulator({ stateFile, rateLimit: 100_000 })
  const values = {
    pterodactyl_base_url: panel.url,
    pterodactyl_api_key: panel.apiKey,
    pterodactyl_client_key: panel.clientKey,
  }
  await callApi(staff, 'PATCH', '/api/settings', { values })
  return panel
}
