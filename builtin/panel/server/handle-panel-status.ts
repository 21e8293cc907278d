import { Locations } from '@spawnpoint/contracts/locations'
import { panelSettings, panelStatus } from '@spawnpoint/contracts/panel'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Database, Settings } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { ConnectedPanel } from './connected-panel.ts'

const uses = {
  db: Database,
  settings: Settings,
  connected: ConnectedPanel,
  locations: optional(Locations),
}

/** The demonstration's catalogue was switched off, and there is no location yet that takes its place. */
const needsCatalogue = async ({ db, locations }: Pick<ServicesOf<typeof uses>, 'db' | 'locations'>) => {
  const { rows } = await db.orm.execute(sql`select 1 from panel.demo_catalogue where retired_at is not null`)
  return rows.length > 0 && (await locations.get()?.list({ status: 'online' }))?.length === 0
}

export const handlePanelStatus = answer(panelStatus, uses, async ({ settings, connected, ...services }) => {
  await connected.settle()
  const mode = connected.service.mode()
  const isConnected = mode === 'connected'
  return {
    mode,
    url: isConnected ? settings.read(panelSettings).pterodactyl_base_url : null,
    needsCatalogue: isConnected && (await needsCatalogue(services)),
  }
})
