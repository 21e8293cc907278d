import type { BodyOf } from '@spawnpoint/sdk/resource'
import type { locations } from './resource.ts'

/** A location that can be created. */
export const aLocation = (over: Partial<BodyOf<typeof locations>> = {}) => ({
  name: 'Frankfurt',
  description: 'Close to the exchange',
  panelLocationId: 1,
  nodeIp: '203.0.113.10',
  status: 'online' as const,
  slots: 20,
  vipOnly: false,
  ...over,
})
