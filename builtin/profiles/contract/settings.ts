import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const profileSettings = defineSettings({
  allow_public_profiles: { schema: z.boolean(), default: true, audience: 'public', group: 'general' },
  /** So many people, in the order of registration, are early supporters. */
  early_supporters_amount: {
    schema: z.int().min(1).max(1_000_000),
    default: 100,
    audience: 'server',
    group: 'general',
  },
  minecraft_skins_enabled: { schema: z.boolean(), default: true, audience: 'server', group: 'integrations' },
  /** Stands in for the three hosts of Mojang. */
  minecraft_api_url: {
    schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(200)]),
    default: '',
    audience: 'server',
    group: 'integrations',
    destination: true,
  },
})
