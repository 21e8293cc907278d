import { coins, defineEndpoint, listQuery, listReply } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { user: true, flag: 'referrals_enabled' } as const

/**
 * `pending`: the invited account has to be verified and active for a while. `held`: signs of a second account, nothing is
 * lost until somebody decides. `expired`: it was never active enough. `void`: one of both accounts is gone. `imported`: it was
 * paid in another dashboard.
 */
export const referralStates = ['pending', 'held', 'paid', 'expired', 'void', 'imported'] as const

const invite = z.object({ code: z.string(), link: z.string() })

export const readReferralOverview = defineEndpoint({
  method: 'GET',
  path: '/api/referrals/overview',
  summary: 'Read the own invite link, what referrals are worth, and what they brought',
  access,
  reply: z.object({
    /** Null until it is created. */
    invite: invite.nullable(),
    reward: coins,
    rewardOfInvited: coins,
    waitDays: z.number().int(),
    activeDays: z.number().int(),
    joined: z.number().int(),
    open: z.number().int(),
    earned: coins,
  }),
})

export const createReferralCode = defineEndpoint({
  method: 'POST',
  path: '/api/referrals/code',
  summary: 'Create the own invite link, or read it where there is one',
  access,
  reply: z.object({ invite }),
})

export const listReferrals = defineEndpoint({
  method: 'GET',
  path: '/api/referrals/list',
  summary: 'List the accounts that the caller invited, newest first',
  access,
  query: listQuery(),
  reply: listReply(
    z.object({
      id: z.string(),
      user: z.uuid(),
      /** Null once the account is deleted. */
      username: z.string().nullable(),
      avatar: z.string().nullable(),
      at: z.iso.datetime(),
      state: z.enum(referralStates),
      coins,
    }),
  ),
  fails: { BAD_CURSOR: 400 },
})
