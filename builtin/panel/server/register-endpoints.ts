import { panelSettings, panelStatus, testPanel } from '@spawnpoint/contracts/panel'
import type { LocationsService } from '@spawnpoint/contracts/locations'
import type { Live } from '@spawnpoint/sdk/common'
import {
  answer,
  type DatabaseService,
  type ServerHost,
  type SessionsService,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { checkPanel } from './check-panel.ts'
import type { ConnectedPanel } from './connected-panel.ts'
import type { DemoPanelHolder } from './demo-panel.ts'
import { handleTestPanel } from './handle-test-panel.ts'

type Uses = {
  db: DatabaseService
  settings: SettingsService
  demo: DemoPanelHolder
  connected: ConnectedPanel
  locations: Live<LocationsService>
  sessions: SessionsService
}

/** The demonstration's catalogue was switched off, and there is no location yet that takes its place. */
const needsCatalogue = async ({ db, locations }: Uses) => {
  const { rows } = await db.orm.execute(sql`select 1 from panel.demo_catalogue where retired_at is not null`)
  return rows.length > 0 && (await locations.get()?.list({ status: 'online' }))?.length === 0
}

export const registerEndpoints = (uses: Uses, host: ServerHost): void => {
  const { settings, demo, connected, sessions } = uses
  const { mode } = connected.service
  const url = () => (mode() === 'connected' ? settings.read(panelSettings).pterodactyl_base_url : null)
  host.endpoint(testPanel, handleTestPanel({ settings, demo, connected, sessions }))
  host.endpoint(
    panelStatus,
    answer(panelStatus, async () => {
      await connected.settle()
      return {
        mode: mode(),
        url: url(),
        needsCatalogue: mode() === 'connected' && (await needsCatalogue(uses)),
      }
    }),
  )
  host.health('panel', () => checkPanel(connected))
}
