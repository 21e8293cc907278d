import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const flag = <const G extends 'general' | 'earn' | 'billing' | 'servers' | 'security'>(
  group: G,
  on: boolean,
) => ({ schema: z.boolean(), default: on, audience: 'public', group }) as const

/**
 * Settings of features that come with plugins of their own. They are declared here so that every client finds the
 * whole list, and move to their plugin when it is built.
 */
export const featureSettings = defineSettings({
  allow_coins_sharing: flag('earn', true),
  allow_public_profiles: flag('general', true),
  allow_tickets: flag('general', true),
  leaderboard_enabled: flag('general', true),
  early_supporters_enabled: flag('general', false),
  afk_enabled: flag('earn', true),
  referrals_enabled: flag('earn', true),
  credits_recharge_enabled: flag('billing', false),
  server_renew_enabled: flag('servers', false),
  server_renew_days: {
    schema: z.number().int().min(1).max(3650),
    default: 30,
    audience: 'public',
    group: 'servers',
  },
  server_renew_cost: {
    schema: z.number().int().min(0).max(1_000_000_000),
    default: 100,
    audience: 'public',
    group: 'servers',
  },
  zero_trust_enabled: flag('security', false),
})

/** Settings that go with a flag; the others of {@link featureSettings} are flags themselves. */
export const flagOfSetting: Readonly<Record<string, string>> = {
  server_renew_days: 'server_renew_enabled',
  server_renew_cost: 'server_renew_enabled',
}
