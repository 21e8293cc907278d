import { redeemCode } from '@spawnpoint/contracts/earn'
import { type RedeemRefusal, RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import type { FailureOf } from '@spawnpoint/sdk/common'
import { addressPrefix, answer, Limits } from '@spawnpoint/sdk/server'

const failures: Record<RedeemRefusal, FailureOf<typeof redeemCode>> = {
  unknown: 'EARN_CODE_INVALID',
  disabled: 'EARN_CODE_DISABLED',
  expired: 'EARN_CODE_EXPIRED',
  depleted: 'EARN_CODE_DEPLETED',
  already: 'EARN_CODE_ALREADY',
  account: 'EARN_ACCOUNT_CLOSED',
  'key-reused': 'EARN_KEY_REUSED',
}

const perSeconds = 600
const guesses = { person: { max: 10, perSeconds }, address: { max: 60, perSeconds } }

export const handleRedeemCode = answer(
  redeemCode,
  { codes: RedeemCodes, limits: Limits },
  async ({ actor, body, ip, fail, codes, limits }) => {
    const keys = { person: `earn.redeem:${actor.id}`, address: `earn.redeem:${addressPrefix(ip)}` }
    const allowed = await Promise.all([
      limits.take(keys.person, guesses.person),
      limits.take(keys.address, guesses.address),
    ])
    if (allowed.includes(false))
      throw fail('EARN_TOO_MANY_TRIES', { fields: { code: 'EARN_TOO_MANY_TRIES' } })
    const redemption = await codes.redeem({ user: actor.id, ...body })
    if (!('balance' in redemption)) {
      const code = failures[redemption.outcome]
      throw fail(code, { fields: { code } })
    }
    // A code gives once a person, so clearing theirs buys no guesses; persons enough could clear an address for ever.
    if (redemption.outcome === 'redeemed') await limits.clear(keys.person)
    return { coins: redemption.coins, balance: redemption.balance }
  },
)
