import { giftSettings } from '@spawnpoint/contracts/gifts'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { economyPart } from './economy-part.ts'
import { giftKind } from './gift-kind.ts'
import { handleGiveCoins, handleReadGiftOffer } from './handle-gifts.ts'

export default definePluginServer(manifest, {
  settings: giftSettings,
  provides: [economyPart, giftKind],
  endpoints: [handleReadGiftOffer, handleGiveCoins],
})
