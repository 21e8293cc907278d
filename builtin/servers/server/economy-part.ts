import { EconomyParts } from '@spawnpoint/contracts/coins'
import { serverSettings } from '@spawnpoint/contracts/servers'
import { generalSettings } from '@spawnpoint/contracts/settings'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

const { server_renew_enabled, server_renew_cost, server_renew_days } = generalSettings
const { server_renew_grace_days, server_renew_delete_days } = serverSettings
const dayMs = 86_400_000

/** Renewals of servers, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'servers'), {}, () => ({
  settings: {
    server_renew_enabled,
    server_renew_cost,
    server_renew_days,
    server_renew_grace_days,
    server_renew_delete_days,
  },
  rules(settings) {
    const { server_renew_enabled: isOn, ...values } = settings.read(generalSettings)
    const { server_renew_grace_days: grace, server_renew_delete_days: kept } = settings.read(serverSettings)
    if (!isOn || values.server_renew_cost === 0) return []
    return [
      {
        type: 'renewal',
        kind: 'servers:renewal',
        price: values.server_renew_cost,
        everyMs: values.server_renew_days * dayMs,
        graceMs: grace * dayMs,
        keepMs: kept * dayMs,
      },
    ]
  },
}))
