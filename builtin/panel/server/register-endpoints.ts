import { panelSettings, panelStatus, testPanel } from '@spawnpoint/contracts/panel'
import { answer, type ServerHost, type SettingsService } from '@spawnpoint/sdk/server'
import { checkPanel } from './check-panel.ts'
import type { ConnectedPanel } from './connected-panel.ts'
import type { DemoPanelHolder } from './demo-panel.ts'
import { handleTestPanel } from './handle-test-panel.ts'

type Uses = { settings: SettingsService; demo: DemoPanelHolder; connected: ConnectedPanel }

export const registerEndpoints = ({ settings, demo, connected }: Uses, host: ServerHost): void => {
  const { isDemo } = connected.service
  const url = () => (isDemo() ? null : settings.read(panelSettings).pterodactyl_base_url)
  host.endpoint(testPanel, handleTestPanel({ settings, demo }))
  host.endpoint(
    panelStatus,
    answer(panelStatus, async () => ({ demo: isDemo(), url: url() })),
  )
  host.health('panel', () => checkPanel(connected))
}
