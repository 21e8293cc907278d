import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { roleFields } from './contract/schemas.ts'

/** A role that can be created; its real name is another each time. */
export const aRole = (over: Partial<z.input<typeof roleFields>> = {}) => ({
  name: 'Builders',
  realName: `role-${randomUUID().slice(0, 8)}`,
  color: '#22c55e',
  ...over,
})
