export { createReferralCode, listReferrals, readReferralOverview, referralStates } from './calls.ts'
export {
  ReferralImport,
  type ImportedReferral,
  type ImportedReferralCode,
  type ReferralImportService,
} from './import.ts'
export { referralsSettings } from './settings.ts'
