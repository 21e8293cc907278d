import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const permission = 'admin.economy.view'
const coins = z.number().int()

/** A calendar month such as `2026-10`, in UTC. */
export const reportMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

/** `unknown`: there is nothing to compare with. */
const check = z.enum(['passed', 'failed', 'unknown'])

const flows = z.object({ issued: coins, removed: coins, moved: coins, transactions: coins })

export const readReport = defineEndpoint({
  method: 'GET',
  path: '/api/coins/reports/:month',
  summary:
    'Read the report of a month: coins created, removed and moved, the supply, and whether the sums agree',
  access: { permission },
  params: z.strictObject({ month: reportMonth }),
  reply: z.object({
    month: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    /** False while the month is not over. */
    complete: z.boolean(),
    opening: coins,
    closing: coins,
    totals: flows,
    /** The month before. */
    before: flows,
    /** How often a coin was spent or given; null while there is none. */
    velocity: z.number().nullable(),
    /** Growth of the supply as a share of the opening; null from nothing. */
    inflation: z.number().nullable(),
    kinds: z.array(flows.extend({ kind: z.string() })),
    wealth: z.object({ accounts: coins, median: coins, topShare: z.number(), gini: z.number() }).nullable(),
    /** The largest transactions; users without a name here are the product itself. */
    largest: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        kind: z.string(),
        coins,
        from: z.string().nullable(),
        to: z.string().nullable(),
      }),
    ),
    checks: z.object({
      /** The month's transactions give to some accounts as much as they take from others. */
      balanced: check,
      /** The recorded totals of the days are those of the transactions. */
      days: check,
      /** Opening, created and removed coins add up to the balances recorded at the end. */
      supply: check,
      /** The latest nightly check found every balance to be the sum of its entries. */
      ledger: check,
    }),
  }),
})

/** The same as CSV; a link, not a call. Takes `?month=`. */
export const reportFile = { path: '/api/coins/reports/file', permission }
