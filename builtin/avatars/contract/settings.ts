import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const avatarSettings = defineSettings({
  avatars_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'general' },
  backgrounds_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'general' },
})
