import { defineSettings, keptDays } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const flag = { schema: z.boolean(), default: false, audience: 'public', group: 'earn' } as const

/** The names of the switches are those that hosts know. Nobody is blocked: earnings wait for a decision of staff. */
export const antiAbuseSettings = defineSettings({
  anti_abuse_keep_days: keptDays(30),
  firewall_block_vpn: flag,
  firewall_block_alts: flag,
  anti_adblocker_enabled: flag,
  anti_abuse_network_list_url: {
    schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]),
    default: '',
    audience: 'server',
    group: 'earn',
    destination: true,
  },
})
