import { listPanelNests } from '@spawnpoint/contracts/egg-categories'
import { isPanelError, type PanelService } from '@spawnpoint/contracts/panel'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type LogService } from '@spawnpoint/sdk/server'

/** The panel's nests; null while there is no panel or it does not answer. */
export const loadPanelNests = async (panel: Live<PanelService>, log: LogService) => {
  try {
    const current = await panel.get()?.current()
    return (await current?.listNests()) ?? null
  } catch (error) {
    if (!isPanelError(error)) throw error
    log.warn({ reason: error.reason, detail: error.detail }, 'the panel did not list its nests')
    return null
  }
}

export const handleListPanelNests = (uses: { panel: Live<PanelService>; log: LogService }) =>
  answer(listPanelNests, async ({ fail }) => {
    const found = await loadPanelNests(uses.panel, uses.log)
    if (!found) throw fail('EGG_CATEGORIES_PANEL_UNAVAILABLE')
    return { choices: found.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` })) }
  })
