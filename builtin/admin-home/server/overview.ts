import { readOverview } from '@spawnpoint/contracts/admin-home'
import { answer, type InstanceService, type PluginRow, type PluginsService } from '@spawnpoint/sdk/server'

const broken = new Set<PluginRow['state']>([
  'blocked',
  'conflict',
  'incompatible',
  'failed',
  'migrationFailed',
  'quarantined',
])

export const handleReadOverview = (uses: {
  readonly instance: InstanceService
  readonly plugins: PluginsService
}) =>
  answer(readOverview, async () => {
    const { instance } = uses
    const [plugins, health] = await Promise.all([uses.plugins.list(), instance.health()])
    return {
      version: instance.version,
      startedAt: instance.startedAt.toISOString(),
      database: instance.databaseKind,
      plugins: {
        on: plugins.filter(({ state }) => state === 'active').length,
        all: plugins.length,
        inTrouble: plugins.filter(({ state }) => broken.has(state)).length,
      },
      health: [...health],
    }
  })
