import { locations } from '@spawnpoint/contracts/locations'
import type { PanelService } from '@spawnpoint/contracts/panel'
import type { Live } from '@spawnpoint/sdk/common'
import { serveResource, type UsageChecks } from '@spawnpoint/sdk/resource/server'
import type { AuditService, DatabaseService, LogService, ServerHost } from '@spawnpoint/sdk/server'
import { loadPanelLocations } from './panel-locations.ts'
import { location } from './tables.ts'

export const serveLocations = (uses: {
  db: DatabaseService
  audit: AuditService
  host: ServerHost
  usage: UsageChecks
  panel: Live<PanelService>
  log: LogService
}): void =>
  serveResource(locations, {
    ...uses,
    table: location,
    async beforeTransaction({ values, fail }) {
      if (values.panelLocationId === undefined) return
      // A silent panel is no reason to refuse: the operator may write locations before it is connected.
      const { known } = await loadPanelLocations(uses.panel, uses.log)
      if (known && !known.some(({ id }) => id === values.panelLocationId))
        throw fail('LOCATIONS_UNKNOWN_PANEL_ID', {
          fields: { panelLocationId: 'LOCATIONS_UNKNOWN_PANEL_ID' },
        })
    },
    async beforeWrite({ tx, before, values, fail }) {
      const moved =
        values.panelLocationId !== undefined && values.panelLocationId !== before?.['panelLocationId']
      if (!before || !moved) return values
      const used = await uses.usage.of(tx, before.id)
      if (Object.keys(used).length > 0)
        throw fail('IN_USE', { details: used, fields: { panelLocationId: 'IN_USE' } })
      return values
    },
  })
