import { CatalogImages } from '@spawnpoint/contracts/images'
import { askPanel, Panel } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { definePluginServer, Log } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { eggCategories } from '../resource.ts'

const uses = { log: Log, panel: optional(Panel), images: optional(CatalogImages) }

const served = serveResource(eggCategories, uses, ({ log, panel, images }) => {
  const loadNests = () => askPanel(panel, log, (current) => current.listNests())
  const imageId = async () => (await images.get()?.choices()) ?? []
  return {
    configuration: { references: { imageId: { choices: imageId } } },
    options: {
      imageId,
      async panelNestId({ fail }) {
        const { known, failure } = await loadNests()
        if (!known) throw fail(failure)
        return known.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` }))
      },
    },
    async beforeTransaction({ values, fail }) {
      if (values.panelNestId === undefined) return
      // Without an answer the id is accepted: categories can be created before a panel is connected.
      const { known } = await loadNests()
      const code = 'EGG_CATEGORIES_UNKNOWN_PANEL_ID'
      if (known && !known.some(({ id }) => id === values.panelNestId))
        throw fail(code, { fields: { panelNestId: code } })
    },
  }
})

export default definePluginServer(manifest, { resources: [served] })
