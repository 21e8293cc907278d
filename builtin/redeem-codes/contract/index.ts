export { redeemCodes } from '../resource.ts'
export {
  codeRedeemed,
  RedeemCodes,
  type RedeemCodesService,
  type Redemption,
  type RedeemRefusal,
} from './redeeming.ts'
