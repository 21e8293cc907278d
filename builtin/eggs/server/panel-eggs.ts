import type { EggCategoriesService } from '@spawnpoint/contracts/egg-categories'
import { listEggFormCategories, listPanelEggs } from '@spawnpoint/contracts/eggs'
import { isPanelError, type PanelService } from '@spawnpoint/contracts/panel'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type LogService } from '@spawnpoint/sdk/server'

/** What the handlers and checks around the panel's eggs need. */
export interface PanelEggSources {
  readonly categories: EggCategoriesService
  readonly panel: Live<PanelService>
  readonly log: LogService
}

/** The panel's eggs of a nest; null while there is no panel or it does not answer. */
export const loadPanelEggs = async ({ panel, log }: PanelEggSources, nest: number) => {
  try {
    const current = await panel.get()?.current()
    return (await current?.listEggs(nest)) ?? null
  } catch (error) {
    if (!isPanelError(error)) throw error
    log.warn({ nest, reason: error.reason, detail: error.detail }, 'the panel did not list its eggs')
    return null
  }
}

export const handleListPanelEggs = (sources: PanelEggSources) =>
  answer(listPanelEggs, async ({ query, fail }) => {
    const category = await sources.categories.find(query.category)
    if (!category) throw fail('EGGS_NO_CATEGORY')
    const found = await loadPanelEggs(sources, category.panelNestId)
    if (!found) throw fail('EGGS_PANEL_UNAVAILABLE')
    return { choices: found.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` })) }
  })

export const handleListEggFormCategories = ({ categories }: PanelEggSources) =>
  answer(listEggFormCategories, async () => {
    const found = await categories.list()
    return { choices: found.map(({ id, name }) => ({ value: id, label: name })) }
  })
