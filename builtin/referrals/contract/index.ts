export { createReferralCode, listReferrals, readReferralOverview, referralStates } from './calls.ts'
export { referralsSettings } from './settings.ts'
