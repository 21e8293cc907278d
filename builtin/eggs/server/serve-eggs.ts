import { eggs } from '@spawnpoint/contracts/eggs'
import {
  serveResource,
  type RowValues,
  type UsageChecks,
  type WriteContext,
} from '@spawnpoint/sdk/resource/server'
import type { AuditService, DatabaseService, ServerHost } from '@spawnpoint/sdk/server'
import { findEgg } from './egg-queries.ts'
import { loadPanelEggs, type PanelEggSources } from './panel-eggs.ts'
import { egg } from './tables.ts'

type Uses = PanelEggSources & {
  db: DatabaseService
  audit: AuditService
  host: ServerHost
  usage: UsageChecks
}
type Write = WriteContext<RowValues<typeof eggs>>

/** Category and egg belong together: an edit of one is checked with the stored other. */
const checkPanelEgg = async (
  uses: Uses,
  { values, id, fail }: Pick<Write, 'values' | 'fail'> & { id: string | null },
) => {
  if (values.categoryId === undefined && values.panelEggId === undefined) return
  const stored = id === null ? null : await findEgg(uses.db.orm, id)
  const categoryId = values.categoryId ?? stored?.categoryId
  const panelEggId = values.panelEggId ?? stored?.panelEggId
  const category = categoryId === undefined ? null : await uses.categories.find(categoryId)
  if (!category) throw fail('EGGS_NO_CATEGORY', { fields: { categoryId: 'EGGS_NO_CATEGORY' } })
  // A silent panel is no reason to refuse: the operator may write eggs before it is connected.
  const { known } = await loadPanelEggs(uses, category.panelNestId)
  if (known && !known.some((one) => one.id === panelEggId))
    throw fail('EGGS_UNKNOWN_PANEL_ID', { fields: { panelEggId: 'EGGS_UNKNOWN_PANEL_ID' } })
}

export const serveEggs = (uses: Uses): void =>
  serveResource(eggs, {
    ...uses,
    table: egg,
    beforeTransaction: (context) => checkPanelEgg(uses, context),
    async beforeWrite({ tx, values, fail }) {
      if (values.categoryId === undefined) return values
      // Held until commit, so that the category cannot be deleted between this check and the write.
      if (!(await uses.categories.hold(tx, values.categoryId)))
        throw fail('EGGS_NO_CATEGORY', { fields: { categoryId: 'EGGS_NO_CATEGORY' } })
      return values
    },
    async present(rows) {
      const names = new Map((await uses.categories.list()).map(({ id, name }) => [id, name]))
      return rows.map((row) => ({ ...row, categoryName: names.get(String(row['categoryId'])) ?? null }))
    },
  })
