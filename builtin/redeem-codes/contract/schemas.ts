import { coins } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** What the operator writes about a code. */
export const redeemCodeFields = z.object({
  code: z
    .string()
    .trim()
    .min(3)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/),
  coins: coins.min(1),
  /** How often it can still be redeemed. */
  uses: z.number().int().min(0).max(1_000_000_000),
  enabled: z.boolean(),
  /** The last day, in the instance's time zone, on which it can be redeemed. */
  expiresOn: z.iso.date().nullable().optional(),
})
