import type { BodyOf } from '@spawnpoint/sdk/resource'
import type { eggs } from './resource.ts'

/** An egg that can be created, once its category exists. */
export const anEgg = (over: Partial<BodyOf<typeof eggs>> & { categoryId: string }) => ({
  name: 'Paper',
  description: 'A fast Minecraft server',
  panelEggId: 1,
  enabled: true,
  vipOnly: false,
  ...over,
})
