import { plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** What an admin writes about a role. */
export const roleFields = z.object({
  name: plainText(1, 64),
  realName: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[a-z0-9][a-z0-9_-]*$/),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
})
