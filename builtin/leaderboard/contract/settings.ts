import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const leaderboardSettings = defineSettings({
  leaderboard_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'general' },
  leaderboard_limit: {
    schema: z.number().int().min(3).max(100),
    default: 15,
    audience: 'public',
    group: 'general',
  },
})
