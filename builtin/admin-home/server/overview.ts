import { readOverview } from '@spawnpoint/contracts/admin-home'
import { answer, type PluginRow, Instance, Plugins } from '@spawnpoint/sdk/server'

const broken = new Set<PluginRow['state']>([
  'blocked',
  'conflict',
  'incompatible',
  'failed',
  'migrationFailed',
  'quarantined',
])

export const inTrouble = (plugins: readonly PluginRow[]) => plugins.filter(({ state }) => broken.has(state))

export const handleReadOverview = answer(
  readOverview,
  { instance: Instance, plugins: Plugins },
  async (services) => {
    const { instance } = services
    const [plugins, health] = await Promise.all([services.plugins.list(), instance.health()])
    return {
      version: instance.version,
      startedAt: instance.startedAt.toISOString(),
      database: instance.databaseKind,
      plugins: {
        on: plugins.filter(({ state }) => state === 'active').length,
        all: plugins.length,
        inTrouble: inTrouble(plugins).length,
      },
      health: [...health],
    }
  },
)
