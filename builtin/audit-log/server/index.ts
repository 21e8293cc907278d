import { auditSettings } from '@spawnpoint/contracts/audit-log'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { auditLogExport } from './export.ts'
import { forgetAddresses } from './forget-addresses.ts'
import { auditFileRoute, fileUses, handleListActions, handleListEntries } from './handle-calls.ts'

export default definePluginServer(manifest, {
  provides: [auditLogExport],
  settings: auditSettings,
  jobs: [forgetAddresses],
  endpoints: [handleListEntries, handleListActions],
  uses: fileUses,
  setup(services, host) {
    host.routes(auditFileRoute(services))
  },
})
