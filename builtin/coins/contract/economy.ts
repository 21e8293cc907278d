import { defineEndpoint, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const permission = 'admin.economy.view'
const coins = z.number().int()
const day = z.iso.date()

/** The last 30, 90 or 365 days, or a calendar month such as `2026-10`. Days are UTC. */
export const economyPeriod = z.union([
  z.enum(['30', '90', '365']),
  z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
])

export const readEconomy = defineEndpoint({
  method: 'GET',
  path: '/api/coins/economy',
  summary: 'Where coins come from and go to in a period, how many there are, and how they are distributed',
  access: { permission },
  query: z.strictObject({ period: economyPeriod.default('30') }),
  reply: z.object({
    from: day,
    to: day,
    /** Coins that users held before the first day. */
    opening: coins,
    /** One entry for each day, oldest first; `supply` is what users held at its end. */
    days: z.array(z.object({ day, issued: coins, removed: coins, moved: coins, supply: coins })),
    /** By kind of transaction, largest first; `before` is the period of the same length that ended where this one begins. */
    kinds: z.array(
      z.object({
        kind: z.string(),
        issued: coins,
        removed: coins,
        moved: coins,
        transactions: coins,
        issuedBefore: coins,
        removedBefore: coins,
      }),
    ),
    /** Distribution at the end of the period; null where it was not recorded. Shares are between 0 and 1. */
    wealth: z.object({ accounts: coins, median: coins, topShare: z.number(), gini: z.number() }).nullable(),
    /** The largest balances now. */
    largest: z.array(z.object({ user: userId, username: z.string(), balance: coins })),
    /** Calendar months with transactions, newest first. */
    months: z.array(z.string()),
  }),
})

/** The same by day and kind as CSV; a link, not a call. Takes `?period=` like {@link readEconomy}. */
export const economyFile = { path: '/api/coins/economy/file', permission }
