export { redeemCode } from './redeem-code.ts'
export { earnSettings } from './settings.ts'
