import type { z } from 'zod'
import type { eggCategoryFields } from './contract/schemas.ts'

/** A category that can be created. */
export const anEggCategory = (over: Partial<z.input<typeof eggCategoryFields>> = {}) => ({
  name: 'Minecraft',
  description: 'All editions',
  panelNestId: 1,
  enabled: true,
  ...over,
})
