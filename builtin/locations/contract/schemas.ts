import { plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** What the operator writes about a location. */
export const locationFields = z.object({
  name: plainText(1, 191),
  description: plainText(0, 2000),
  panelLocationId: z.number().int().min(1).max(2_147_483_647),
  nodeIp: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^[A-Za-z0-9.:-]+$/),
  status: z.enum(['online', 'offline', 'maintenance']),
  slots: z.number().int().min(1).max(1_000_000),
  vipOnly: z.boolean(),
  imageId: z.uuid().nullable().optional(),
})
