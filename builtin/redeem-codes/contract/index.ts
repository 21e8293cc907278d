export { codeStatuses, type CodeStatus } from './code-status.ts'
export { redeemCodeEndpoints, redeemCodes } from './redeem-codes.ts'
export {
  codeRedeemed,
  RedeemCodes,
  type RedeemCodesService,
  type Redemption,
  type RedeemRefusal,
} from './redeeming.ts'
