import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const profileSettings = defineSettings({
  allow_public_profiles: { schema: z.boolean(), default: true, audience: 'public', group: 'general' },
})
