import { referralsSettings } from '@spawnpoint/contracts/referrals'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { referralsExport } from './export.ts'
import { economyPart } from './economy-part.ts'
import { importReferrals } from './import-referrals.ts'
import { rankReferrals } from './rank-referrals.ts'
import { checkJob } from './check-referrals.ts'
import { forgetAddressesJob } from './forget-addresses.ts'
import { handleCreateCode, handleListReferrals, handleReadOverview } from './handle-calls.ts'
import { learnDecisions } from './hold-referral.ts'
import { forgetPerson } from './referral-queries.ts'
import { referralKind } from './referral-kind.ts'
import { saveRegistration } from './save-registration.ts'

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) => forgetPerson(db.orm, payload.id))

export default definePluginServer(manifest, {
  provides: [referralsExport, rankReferrals, economyPart, learnDecisions, referralKind, importReferrals],
  settings: referralsSettings,
  endpoints: [handleReadOverview, handleCreateCode, handleListReferrals],
  jobs: [checkJob, forgetAddressesJob],
  listeners: [saveRegistration, forgetUser],
})
