import { ReferralImport } from '@spawnpoint/contracts/referrals'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { Database, provide } from '@spawnpoint/sdk/server'
import { findInvited, saveImported, takeCodes } from './referral-queries.ts'

/** Referrals of another dashboard, beside those of this one. */
export const importReferrals = provide(ReferralImport, { db: Database }, ({ db }) => ({
  add: (tx, referrals) => saveImported(asTransaction(tx), referrals),
  takeCodes: (tx, codes) => takeCodes(tx === null ? db.orm : asTransaction(tx), codes, tx !== null),
  findInvited: (users) => findInvited(db.orm, users),
}))
