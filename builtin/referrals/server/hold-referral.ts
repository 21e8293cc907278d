import {
  EarningHolds,
  EarningSources,
  type EarningReview,
  type HoldSign,
} from '@spawnpoint/contracts/anti-abuse'
import type { Person } from '@spawnpoint/contracts/users'
import { memberOf, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { provide, type Transaction } from '@spawnpoint/sdk/server'
import { endHeld, markHandedOver } from './referral-queries.ts'
import type { Referral } from './tables.ts'

const uses = { holds: optional(EarningHolds) }
type Services = ServicesOf<typeof uses>

/** Both rewards are one movement, paid by us or after a decision under the same key. */
export const ledgerKey = ({ id }: Pick<Referral, 'id'>) => ({
  scope: 'referrals',
  key: String(id),
  kind: 'referrals:rewarded',
})

export const signsOf = (reason: Referral['reason'], referred: string): readonly HoldSign[] => {
  const isAlt = reason === 'same-address' || reason === 'shared-address'
  return reason === null ? [] : [{ plugin: 'referrals', code: reason, other: referred, isAlt }]
}

/** Null: pay, whatever was found here. Undefined: nothing decides about held earnings. */
export async function inspect(
  { holds }: Services,
  reason: Referral['reason'],
  { referrer, referred }: { readonly referrer: Person; readonly referred: Person },
): Promise<EarningReview | null | undefined> {
  return holds.get()?.inspect([
    { user: referrer.id, ip: referrer.lastIp, signs: signsOf(reason, referred.id) },
    { user: referred.id, ip: referred.lastIp },
  ])
}

export async function handOver(tx: Transaction, row: Referral, review: EarningReview): Promise<void> {
  const recipients = [
    { user: row.referrer, amount: row.reward },
    { user: row.referred, amount: row.rewardOfInvited },
  ].filter(({ amount }) => amount > 0)
  if (recipients.length > 0)
    await review.hold(tx, { source: 'referrals', user: row.referrer, recipients, ...ledgerKey(row) })
  await markHandedOver(tx, row.id)
}

export const learnDecisions = provide(memberOf(EarningSources, 'referrals'), {}, () => ({
  plugin: 'referrals',
  async decided(tx, { key, state, at }) {
    await endHeld(asTransaction(tx), BigInt(key), state, at)
  },
}))
