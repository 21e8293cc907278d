import { coins, defineEndpoint, listQuery, listReply, plainText, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const most = 1_000_000_000_000
const transaction = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.string(),
  /** Name of the added plugin that moved the coins. */
  plugin: z.string().nullable(),
  note: z.string(),
  amount: z.number().int(),
  balance: coins,
})

// Everybody who may open a user sees the balance; changing it is another permission.
const mayRead = { permission: 'admin.users.list', alternatives: ['admin.users.edit'] } as const
const mayEdit = { permission: 'admin.coins.edit' } as const

export const readBalance = defineEndpoint({
  method: 'GET',
  path: '/api/coins/balance',
  summary: 'Read the own balance',
  access: { user: true },
  reply: z.object({ balance: coins }),
})

export const readStatement = defineEndpoint({
  method: 'GET',
  path: '/api/coins/statement',
  summary: 'List the own transactions, newest first',
  access: { user: true },
  query: listQuery(),
  reply: listReply(transaction),
  fails: { BAD_CURSOR: 400 },
})

export const readUserAccount = defineEndpoint({
  method: 'GET',
  path: '/api/coins/accounts/:user',
  summary: 'Read the balance of a customer',
  access: mayRead,
  params: z.strictObject({ user: userId }),
  reply: z.object({
    balance: coins,
    /** Sum of the entries; differs from the balance only after a manual change in the database. */
    entries: z.number().int(),
    frozen: z.boolean(),
    /** False for the own account, and for a person who may do what the caller may not. */
    adjustable: z.boolean(),
  }),
})

export const readUserStatement = defineEndpoint({
  method: 'GET',
  path: '/api/coins/accounts/:user/statement',
  summary: 'List the transactions of a customer, newest first',
  access: mayRead,
  params: z.strictObject({ user: userId }),
  query: listQuery(),
  reply: listReply(transaction),
  fails: { NOT_FOUND: 404, BAD_CURSOR: 400 },
})

export const adjustBalance = defineEndpoint({
  method: 'POST',
  path: '/api/coins/adjustments',
  summary: 'Give coins to a customer or take them back',
  access: mayEdit,
  body: z.strictObject({
    user: userId,
    amount: z
      .number()
      .int()
      .min(-most)
      .max(most)
      .refine((amount) => amount !== 0, { error: 'zero' }),
    note: plainText(1, 200),
    requestKey: z.uuid(),
  }),
  reply: z.object({ balance: coins }),
  fails: {
    REAUTHENTICATION_REQUIRED: 403,
    COINS_SELF: 403,
    COINS_EXCEEDS_OWN: 403,
    COINS_CEILING: 403,
    COINS_NO_ACCOUNT: 404,
    COINS_INSUFFICIENT: 409,
    COINS_FROZEN: 409,
    COINS_FULL: 409,
    COINS_KEY_REUSED: 422,
  },
})

export const restoreBalance = defineEndpoint({
  method: 'POST',
  path: '/api/coins/restorations',
  summary: 'Set a balance to what its entries add up to and let it be spent again',
  access: mayEdit,
  body: z.strictObject({ user: userId }),
  reply: z.object({ before: z.number().int(), after: coins }),
  fails: { REAUTHENTICATION_REQUIRED: 403, COINS_SELF: 403, COINS_EXCEEDS_OWN: 403, COINS_NO_ACCOUNT: 404 },
})
