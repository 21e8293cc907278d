import { brandSettings } from '@spawnpoint/contracts/brand'
import {
  Blobs,
  definePluginServer,
  Instance,
  PageHead,
  provide,
  Settings,
  type InstanceService,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleUploadPicture, pictureRoute } from './handle-pictures.ts'
import { brandStyle, headTags, manifestPath, webManifest, type Host } from './page-head.ts'

const hostOf = (settings: SettingsService, { origin }: InstanceService): Host => ({
  origin,
  name: String(settings.describe().find(({ key }) => key === 'app_name')?.value ?? ''),
})

const uses = { settings: Settings, instance: Instance }

export default definePluginServer(manifest, {
  settings: brandSettings,
  provides: [
    provide(PageHead, uses, ({ settings, instance }) => ({
      tags: () => headTags(settings.read(brandSettings), hostOf(settings, instance)),
      style: () => brandStyle(settings.read(brandSettings)),
    })),
  ],
  endpoints: [handleUploadPicture],
  uses: { ...uses, blobs: Blobs },
  setup({ settings, instance, blobs }, host) {
    host.routes(pictureRoute(blobs))
    host.routes((app) => {
      const config = {
        access: { public: 'browsers read it before anybody logs in', duringMaintenance: true },
      } as const
      app.get(manifestPath, { config }, async (_request, reply) =>
        reply
          .header('cache-control', 'no-cache')
          .type('application/manifest+json')
          .send(JSON.stringify(webManifest(settings.read(brandSettings), hostOf(settings, instance)))),
      )
    })
  },
})
