import { EconomyParts } from '@spawnpoint/contracts/coins'
import { giftSettings } from '@spawnpoint/contracts/gifts'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

/** Gifts and their fee, as the simulator of the economy sees them. */
export const economyPart = provide(memberOf(EconomyParts, 'gifts'), {}, () => ({
  settings: giftSettings,
  rules(settings) {
    const values = settings.read(giftSettings)
    if (!values.allow_coins_sharing) return []
    return [
      {
        type: 'gift',
        kind: 'gifts:given',
        least: values.coins_share_min_amount,
        most: values.coins_share_max_amount,
        feePercent: values.coins_share_fee,
      },
    ]
  },
}))
