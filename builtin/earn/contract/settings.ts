import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const earnSettings = defineSettings({
  code_redemption_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'earn' },
})
