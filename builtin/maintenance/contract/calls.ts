import { defineEndpoint, ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { maintenanceEnd, maintenanceMessage } from './schemas.ts'

export const setMaintenance = defineEndpoint({
  method: 'POST',
  path: '/api/maintenance',
  summary: 'Close the dashboard for maintenance, or open it again',
  access: { permission: ROOT_PERMISSION },
  body: z.strictObject({
    enabled: z.boolean(),
    message: maintenanceMessage.default(''),
    until: maintenanceEnd.default(''),
  }),
  reply: z.object({}),
  fails: { MAINTENANCE_END_PASSED: 400 },
})
