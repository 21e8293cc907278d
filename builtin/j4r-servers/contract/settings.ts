import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const group = 'earn'

export const j4rSettings = defineSettings({
  j4r_enabled: { schema: z.boolean(), default: false, audience: 'public', group },
  j4r_hold_hours: { schema: z.number().int().min(1).max(2_160), default: 168, audience: 'server', group },
  discord_client_id: {
    schema: z.string().regex(/^(\d{17,20})?$/),
    default: '',
    audience: 'server',
    group,
    destination: true,
  },
  discord_client_secret: { schema: z.string().max(200), default: '', audience: 'secret', group },
  discord_url: {
    schema: z.url({ protocol: /^https?$/ }).max(200),
    default: 'https://discord.com',
    audience: 'server',
    group,
    destination: true,
  },
})
