export { giftSettings } from './settings.ts'
export { giveCoins, readGiftOffer } from './endpoints.ts'
export { coinsGiven } from './events.ts'
