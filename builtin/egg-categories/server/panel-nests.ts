import { listPanelNests } from '@spawnpoint/contracts/egg-categories'
import { isPanelError, listFailureOf, type PanelService } from '@spawnpoint/contracts/panel'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type LogService } from '@spawnpoint/sdk/server'

/** The panel's nests, or why they cannot be had. */
export const loadPanelNests = async (panel: Live<PanelService>, log: LogService) => {
  const service = panel.get()
  if (!service) return { known: null, failure: 'PANEL_OFF' } as const
  try {
    return { known: await (await service.current()).listNests(), failure: null }
  } catch (error) {
    if (!isPanelError(error)) throw error
    log.warn({ reason: error.reason, detail: error.detail }, 'the panel did not list its nests')
    return { known: null, failure: listFailureOf[error.reason] }
  }
}

export const handleListPanelNests = (uses: { panel: Live<PanelService>; log: LogService }) =>
  answer(listPanelNests, async ({ fail }) => {
    const { known, failure } = await loadPanelNests(uses.panel, uses.log)
    if (!known) throw fail(failure)
    return { choices: known.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` })) }
  })
