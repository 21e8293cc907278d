import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const authSettings = defineSettings({
  allow_registration: { schema: z.boolean(), default: true, audience: 'public', group: 'security' },
  force_2fa: { schema: z.boolean(), default: false, audience: 'public', group: 'security' },
})
