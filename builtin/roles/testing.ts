import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@spawnpoint/sdk/resource'
import type { roles } from './resource.ts'

/** A role that can be created; its real name is another each time. */
export const aRole = (over: Partial<BodyOf<typeof roles>> = {}) => ({
  name: 'Builders',
  realName: `role-${randomUUID().slice(0, 8)}`,
  color: '#22c55e',
  ...over,
})
