export { appealHold, listOwnHolds, ownHoldStates, saveDevice } from './customer-calls.ts'
export {
  EarningHolds,
  EarningSources,
  type EarningHoldsService,
  type EarningReview,
  type EarningSource,
  type HeldEarning,
  type HoldDecision,
  type HoldSign,
  type Inspection,
} from './earning-holds.ts'
export { antiAbuseSettings } from './settings.ts'
export {
  countHolds,
  decideHold,
  holdStates,
  listHolds,
  listRelatedAccounts,
  readNetworks,
  replaceNetworks,
} from './staff-calls.ts'
