import { serveResource } from '@spawnpoint/sdk/resource/server'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { departments } from '../resource.ts'

export default definePluginServer(manifest, {
  resources: [serveResource(departments, {}, () => ({ configuration: {} }))],
})
