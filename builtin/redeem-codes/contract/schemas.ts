import { coins } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** Many codes that are alike. */
export const batchOrder = z.strictObject({
  /** Stands before each code. */
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{0,32}$/),
  count: z.number().int().min(1).max(1_000),
  coins: coins.min(1),
  uses: z.number().int().min(1).max(1_000_000_000),
  perUser: z.number().int().min(1).max(1_000),
  expiresOn: z.iso.date().nullable(),
})
export type BatchOrder = z.output<typeof batchOrder>
