import { CatalogImages } from '@spawnpoint/contracts/images'
import { askPanel, Panel } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { definePluginServer, Log } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { locations } from '../resource.ts'

const uses = { log: Log, panel: optional(Panel), images: optional(CatalogImages) }

const served = serveResource(locations, uses, ({ log, panel, images }) => {
  const loadPanelLocations = () => askPanel(panel, log, (current) => current.listLocations())
  const imageId = async () => (await images.get()?.choices()) ?? []
  return {
    configuration: { references: { imageId: { choices: imageId } } },
    options: {
      imageId,
      async panelLocationId({ fail }) {
        const { known, failure } = await loadPanelLocations()
        if (!known) throw fail(failure)
        return known.map(({ id, name, description }) => ({
          value: id,
          label: description ? `${id} · ${name} (${description})` : `${id} · ${name}`,
        }))
      },
    },
    async beforeTransaction({ values, fail }) {
      if (values.panelLocationId === undefined) return
      // Without an answer the id is accepted: locations can be created before a panel is connected.
      const { known } = await loadPanelLocations()
      const code = 'LOCATIONS_UNKNOWN_PANEL_ID'
      if (known && !known.some(({ id }) => id === values.panelLocationId))
        throw fail(code, { fields: { panelLocationId: code } })
    },
  }
})

export default definePluginServer(manifest, { resources: [served] })
