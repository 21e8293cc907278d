import { eggCategories } from '@spawnpoint/contracts/egg-categories'
import type { PanelService } from '@spawnpoint/contracts/panel'
import type { Live } from '@spawnpoint/sdk/common'
import { serveResource, type UsageChecks } from '@spawnpoint/sdk/resource/server'
import type { AuditService, DatabaseService, LogService, ServerHost } from '@spawnpoint/sdk/server'
import { loadPanelNests } from './panel-nests.ts'
import { eggCategory } from './tables.ts'

export const serveEggCategories = (uses: {
  db: DatabaseService
  audit: AuditService
  host: ServerHost
  usage: UsageChecks
  panel: Live<PanelService>
  log: LogService
}): void =>
  serveResource(eggCategories, {
    ...uses,
    table: eggCategory,
    async beforeTransaction({ values, fail }) {
      if (values.panelNestId === undefined) return
      // A silent panel is no reason to refuse: the operator may write categories before it is connected.
      const { known } = await loadPanelNests(uses.panel, uses.log)
      if (known && !known.some(({ id }) => id === values.panelNestId))
        throw fail('EGG_CATEGORIES_UNKNOWN_PANEL_ID', {
          fields: { panelNestId: 'EGG_CATEGORIES_UNKNOWN_PANEL_ID' },
        })
    },
    async beforeWrite({ tx, before, values, fail }) {
      const moved = values.panelNestId !== undefined && values.panelNestId !== before?.['panelNestId']
      if (!before || !moved) return values
      // Its eggs are eggs of the old nest: under another one their ids would name something else.
      const used = await uses.usage.of(tx, before.id)
      if (Object.keys(used).length > 0)
        throw fail('IN_USE', { details: used, fields: { panelNestId: 'IN_USE' } })
      return values
    },
  })
