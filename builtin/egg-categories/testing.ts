import type { BodyOf } from '@spawnpoint/sdk/resource'
import type { eggCategories } from './resource.ts'

/** A category that can be created. */
export const anEggCategory = (over: Partial<BodyOf<typeof eggCategories>> = {}) => ({
  name: 'Minecraft',
  description: 'All editions',
  panelNestId: 1,
  enabled: true,
  ...over,
})
