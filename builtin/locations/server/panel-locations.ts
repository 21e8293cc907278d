import { isPanelError, type PanelService } from '@spawnpoint/contracts/panel'
import { listPanelLocations } from '@spawnpoint/contracts/locations'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type LogService } from '@spawnpoint/sdk/server'

/** The panel's locations; null while there is no panel or it does not answer. */
export const loadPanelLocations = async (panel: Live<PanelService>, log: LogService) => {
  try {
    const current = await panel.get()?.current()
    return (await current?.listLocations()) ?? null
  } catch (error) {
    if (!isPanelError(error)) throw error
    log.warn({ reason: error.reason, detail: error.detail }, 'the panel did not list its locations')
    return null
  }
}

export const handleListPanelLocations = (uses: { panel: Live<PanelService>; log: LogService }) =>
  answer(listPanelLocations, async ({ fail }) => {
    const found = await loadPanelLocations(uses.panel, uses.log)
    if (!found) throw fail('LOCATIONS_PANEL_UNAVAILABLE')
    return {
      choices: found.map(({ id, name, description }) => ({
        value: id,
        label: description ? `${id} · ${name} (${description})` : `${id} · ${name}`,
      })),
    }
  })
