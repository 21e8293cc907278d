import type { z } from 'zod'
import type { eggFields } from './contract/schemas.ts'

/** An egg that can be created, once its category exists. */
export const anEgg = (over: Partial<z.input<typeof eggFields>> & { categoryId: string }) => ({
  name: 'Paper',
  description: 'A fast Minecraft server',
  panelEggId: 1,
  enabled: true,
  vipOnly: false,
  ...over,
})
