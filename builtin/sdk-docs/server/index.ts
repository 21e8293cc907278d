import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { serveSite } from './serve-site.ts'

export default definePluginServer(manifest, {
  uses: {},
  setup: (_services, host) => host.routes(serveSite),
})
