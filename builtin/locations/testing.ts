import type { z } from 'zod'
import type { locationFields } from './contract/schemas.ts'

/** A location that can be created. */
export const aLocation = (over: Partial<z.input<typeof locationFields>> = {}) => ({
  name: 'Frankfurt',
  description: 'Close to the exchange',
  panelLocationId: 1,
  nodeIp: '203.0.113.10',
  status: 'online' as const,
  slots: 20,
  vipOnly: false,
  ...over,
})
