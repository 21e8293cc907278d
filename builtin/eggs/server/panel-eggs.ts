import type { EggCategoriesService } from '@spawnpoint/contracts/egg-categories'
import { listEggFormCategories, listPanelEggs } from '@spawnpoint/contracts/eggs'
import { isPanelError, listFailureOf, type PanelService } from '@spawnpoint/contracts/panel'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type LogService } from '@spawnpoint/sdk/server'

/** What the handlers and checks around the panel's eggs need. */
export interface PanelEggSources {
  readonly categories: EggCategoriesService
  readonly panel: Live<PanelService>
  readonly log: LogService
}

/** The panel's eggs of a nest, or why they cannot be had. */
export const loadPanelEggs = async ({ panel, log }: PanelEggSources, nest: number) => {
  const service = panel.get()
  if (!service) return { known: null, failure: 'PANEL_OFF' } as const
  try {
    return { known: await (await service.current()).listEggs(nest), failure: null }
  } catch (error) {
    if (!isPanelError(error)) throw error
    log.warn({ nest, reason: error.reason, detail: error.detail }, 'the panel did not list its eggs')
    return { known: null, failure: listFailureOf[error.reason] }
  }
}

export const handleListPanelEggs = (sources: PanelEggSources) =>
  answer(listPanelEggs, async ({ query, fail }) => {
    const category = await sources.categories.find(query.category)
    if (!category) throw fail('EGGS_NO_CATEGORY')
    const { known, failure } = await loadPanelEggs(sources, category.panelNestId)
    if (!known) throw fail(failure)
    return { choices: known.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` })) }
  })

export const handleListEggFormCategories = ({ categories }: PanelEggSources) =>
  answer(listEggFormCategories, async () => {
    const found = await categories.list()
    return { choices: found.map(({ id, name }) => ({ value: id, label: name })) }
  })
