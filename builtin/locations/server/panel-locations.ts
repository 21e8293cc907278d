import { isPanelError, listFailureOf, type PanelService } from '@spawnpoint/contracts/panel'
import { listPanelLocations } from '@spawnpoint/contracts/locations'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type LogService } from '@spawnpoint/sdk/server'

/** The panel's locations, or why they cannot be had. */
export const loadPanelLocations = async (panel: Live<PanelService>, log: LogService) => {
  const service = panel.get()
  if (!service) return { known: null, failure: 'PANEL_OFF' } as const
  try {
    return { known: await (await service.current()).listLocations(), failure: null }
  } catch (error) {
    if (!isPanelError(error)) throw error
    log.warn({ reason: error.reason, detail: error.detail }, 'the panel did not list its locations')
    return { known: null, failure: listFailureOf[error.reason] }
  }
}

export const handleListPanelLocations = (uses: { panel: Live<PanelService>; log: LogService }) =>
  answer(listPanelLocations, async ({ fail }) => {
    const { known, failure } = await loadPanelLocations(uses.panel, uses.log)
    if (!known) throw fail(failure)
    return {
      choices: known.map(({ id, name, description }) => ({
        value: id,
        label: description ? `${id} · ${name} (${description})` : `${id} · ${name}`,
      })),
    }
  })
