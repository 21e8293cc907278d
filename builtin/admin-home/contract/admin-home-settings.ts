import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const adminHomeSettings = defineSettings({
  admin_home_checklist: { schema: z.boolean(), default: true, audience: 'server', group: 'general' },
})
