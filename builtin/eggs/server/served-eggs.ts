import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { CatalogImages } from '@spawnpoint/contracts/images'
import { askPanel, Panel } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import { resourceTable, serveResource, type ResourceFail } from '@spawnpoint/sdk/resource/server'
import { Database, Log } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { eggs } from '../resource.ts'

const uses = {
  db: Database,
  log: Log,
  panel: optional(Panel),
  categories: EggCategories,
  images: optional(CatalogImages),
}
const egg = resourceTable(eggs)

const noCategory = (fail: ResourceFail) =>
  fail('EGGS_NO_CATEGORY', { fields: { categoryId: 'EGGS_NO_CATEGORY' } })

/** Category and panel egg belong together: an edit of one is checked with the stored other. */
export const servedEggs = serveResource(eggs, uses, ({ db, log, panel, categories, images }) => {
  const loadPanelEggs = (nest: number) => askPanel(panel, log, (current) => current.listEggs(nest))
  const findStored = async (id: string) => (await db.orm.select().from(egg).where(eq(egg.id, id)))[0]
  const imageId = async () => (await images.get()?.choices()) ?? []
  const categoryId = async () => (await categories.list()).map(({ id, name }) => ({ value: id, label: name }))
  return {
    configuration: {
      // Two categories may have an egg of the same name.
      identity: ['categoryId', 'name'],
      references: {
        categoryId: { section: 'egg-categories', choices: categoryId },
        imageId: { choices: imageId },
      },
    },
    options: {
      imageId,
      categoryId,
      async panelEggId({ query, fail }) {
        const category = await categories.find(query['category'] ?? '')
        if (!category) throw fail('EGGS_NO_CATEGORY')
        const { known, failure } = await loadPanelEggs(category.panelNestId)
        if (!known) throw fail(failure)
        return known.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` }))
      },
    },
    async beforeTransaction({ values, id, fail }) {
      if (values.categoryId === undefined && values.panelEggId === undefined) return
      const stored = id === null ? undefined : await findStored(id)
      const categoryId = values.categoryId ?? stored?.categoryId
      const panelEggId = values.panelEggId ?? stored?.panelEggId
      const category = categoryId === undefined ? null : await categories.find(categoryId)
      if (!category) throw noCategory(fail)
      // Without an answer the id is accepted: eggs can be created before a panel is connected.
      const { known } = await loadPanelEggs(category.panelNestId)
      if (known && !known.some((one) => one.id === panelEggId))
        throw fail('EGGS_UNKNOWN_PANEL_ID', { fields: { panelEggId: 'EGGS_UNKNOWN_PANEL_ID' } })
    },
    async beforeWrite({ tx, values, fail }) {
      // Locked until commit, so that the category cannot be deleted between this check and the write.
      if (values.categoryId !== undefined && !(await categories.lock(tx, values.categoryId, 'share')))
        throw noCategory(fail)
      return values
    },
    async present(rows) {
      const names = new Map((await categories.list()).map(({ id, name }) => [id, name]))
      return rows.map((row) => ({ ...row, categoryName: names.get(row.categoryId) ?? null }))
    },
  }
})
