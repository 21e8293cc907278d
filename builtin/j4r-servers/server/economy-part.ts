import { EconomyParts } from '@spawnpoint/contracts/coins'
import { j4rSettings } from '@spawnpoint/contracts/j4r-servers'
import { memberOf } from '@spawnpoint/sdk/common'
import { Database, provide } from '@spawnpoint/sdk/server'
import { listServers } from './reward-queries.ts'

const { j4r_enabled, j4r_hold_hours } = j4rSettings

/** Rewards for joined Discord servers, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'j4r-servers'), { db: Database }, ({ db }) => ({
  settings: { j4r_enabled, j4r_hold_hours },
  async rules(settings) {
    const values = settings.read(j4rSettings)
    if (!values.j4r_enabled) return []
    const servers = await listServers(db.orm)
    return servers
      .filter(({ locked }) => !locked)
      .map(({ coins }) => ({
        type: 'once' as const,
        kind: 'j4r-servers:joined',
        coins,
        waitMs: values.j4r_hold_hours * 3_600_000,
        uses: null,
      }))
  },
}))
