import { plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** What the operator writes about a category of eggs. */
export const eggCategoryFields = z.object({
  name: plainText(1, 191),
  description: plainText(0, 2000),
  panelNestId: z.number().int().min(1).max(2_147_483_647),
  enabled: z.boolean(),
  imageId: z.uuid().nullable().optional(),
})
