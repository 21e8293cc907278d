import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { auditFileRoute, fileUses, handleListActions, handleListEntries } from './handle-calls.ts'

export default definePluginServer(manifest, {
  endpoints: [handleListEntries, handleListActions],
  uses: fileUses,
  setup(services, host) {
    host.routes(auditFileRoute(services))
  },
})
