import { Maintenance, maintenanceSettings, setMaintenance } from '@spawnpoint/contracts/maintenance'
import { answer, definePluginServer, MaintenanceSource, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { registerCommands } from './commands.ts'
import { createMaintenance, createMaintenanceSource, uses } from './create-maintenance.ts'

const handleSet = answer(setMaintenance, uses, async ({ actor, ip, body, fail, ...services }) => {
  if (body.enabled && body.until !== '' && Date.parse(body.until) <= services.clock.now().getTime())
    throw fail('MAINTENANCE_END_PASSED')
  await createMaintenance(services).change({ ...body, actor: actor.id, ip })
  return {}
})

export default definePluginServer(manifest, {
  settings: maintenanceSettings,
  provides: [
    provide(Maintenance, uses, createMaintenance),
    provide(MaintenanceSource, uses, createMaintenanceSource),
  ],
  endpoints: [handleSet],
  uses,
  setup: (services, host) => registerCommands(host, createMaintenance(services)),
})
