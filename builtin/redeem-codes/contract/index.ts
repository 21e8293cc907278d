export { redeemCodes } from '../resource.ts'
export type { BatchOrder } from './schemas.ts'
export { createCodeBatch, listCodeUses } from './staff-calls.ts'
export {
  codeRedeemed,
  RedeemCodes,
  type ImportedCode,
  type RedeemCodesService,
  type Redemption,
  type RedeemRefusal,
} from './redeeming.ts'
