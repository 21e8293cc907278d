import { EconomyParts, type SettingsReader } from '@spawnpoint/contracts/coins'
import { serverSettings, type Allowance } from '@spawnpoint/contracts/servers'
import { itemIds, storeSettings } from '@spawnpoint/contracts/store'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'
import { findOffer } from './shelf.ts'

const changeable = /^(store_enabled|store_\w+_price|block_\w+)$/

/** The limits of an account that has bought nothing. */
function readDefaults(settings: SettingsReader): Allowance {
  const values = settings.read(serverSettings)
  return {
    memory: values.default_ram,
    disk: values.default_disk,
    cpu: values.default_cpu,
    ports: values.default_ports,
    databases: values.default_databases,
    backups: values.default_backups,
    slots: values.default_server_slots,
  }
}

/** Prices and maximums, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'store'), {}, () => ({
  // Quantities and maximums are sizes of servers.
  settings: Object.fromEntries(Object.entries(storeSettings).filter(([key]) => changeable.test(key))),
  rules(settings) {
    if (!settings.read(storeSettings).store_enabled) return []
    const defaults = readDefaults(settings)
    return itemIds.flatMap((item) => {
      const offer = findOffer(settings, item)
      if (!offer) return []
      const { part, price, quantity, max } = offer
      const most = Math.max(0, Math.floor((max - defaults[part]) / quantity))
      return [{ type: 'purchase' as const, kind: `store:${item}`, price, most }]
    })
  },
}))
