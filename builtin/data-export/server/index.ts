import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { exportCommand } from './export-command.ts'
import { exportUserCommand } from './export-user-command.ts'
import { handlePrepareOwnData, ownDataRoute, ownDataUses } from './own-data.ts'

export default definePluginServer(manifest, {
  endpoints: [handlePrepareOwnData],
  uses: ownDataUses,
  setup(uses, host) {
    host.command('export', exportCommand(uses))
    host.command('export-user', exportUserCommand(uses))
    host.routes(ownDataRoute(uses))
  },
})
