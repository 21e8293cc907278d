import { coins, defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** Largest budget, and the largest amount that a plugin moves at once. */
export const MOST_PLUGIN_COINS = 1_000_000_000

const params = z.strictObject({ plugin: z.string().min(1).max(60) })
const budget = z.object({
  /** Null until somebody has set it: the plugin pays nothing. */
  perDay: coins.nullable(),
  paidToday: coins,
})

export const readPluginBudget = defineEndpoint({
  method: 'GET',
  path: '/api/coins/plugin-budgets/:plugin',
  summary: 'Read how many coins a plugin may pay per day',
  access: { permission: 'admin.plugins.list' },
  params,
  reply: budget,
})

export const writePluginBudget = defineEndpoint({
  method: 'PUT',
  path: '/api/coins/plugin-budgets/:plugin',
  summary: 'Set how many coins a plugin may pay per day',
  access: { permission: 'admin.coins.edit' },
  params,
  body: z.strictObject({ perDay: coins.max(MOST_PLUGIN_COINS) }),
  reply: budget,
  fails: { REAUTHENTICATION_REQUIRED: 403, COINS_BUDGET_CEILING: 403, COINS_NO_WALLET: 404 },
})
