import { afkSettings } from '@spawnpoint/contracts/afk'
import { EconomyParts } from '@spawnpoint/contracts/coins'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

/** Coins for counted time, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'afk'), {}, () => ({
  settings: afkSettings,
  rules(settings) {
    const { afk_enabled, afk_min_per_coin, afk_coins_per_day } = settings.read(afkSettings)
    if (!afk_enabled) return []
    return [
      {
        type: 'time',
        kind: 'afk:earned',
        msPerCoin: afk_min_per_coin * 60_000,
        coinsPerDay: afk_coins_per_day,
      },
    ]
  },
}))
