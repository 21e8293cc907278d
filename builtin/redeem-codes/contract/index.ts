export { redeemCodes } from '../resource.ts'
export { batchOrder, createCodeBatch, listCodeUses, type BatchOrder } from './staff-calls.ts'
export {
  codeRedeemed,
  RedeemCodes,
  type RedeemCodesService,
  type Redemption,
  type RedeemRefusal,
} from './redeeming.ts'
