import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const isWebAddress = (text: string) =>
  text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))

const link = {
  schema: z.string().trim().max(500).refine(isWebAddress, { error: 'web_address' }),
  default: '',
  audience: 'public',
  group: 'general',
} as const

const company = {
  schema: z.string().trim().max(191),
  default: '',
  audience: 'public',
  group: 'legal',
} as const

const flag = <const G extends 'general' | 'earn' | 'billing' | 'servers' | 'security'>(
  group: G,
  isOn: boolean,
) => ({ schema: z.boolean(), default: isOn, audience: 'public', group }) as const

const amount = (min: number, max: number, value: number) =>
  ({
    schema: z.number().int().min(min).max(max),
    default: value,
    audience: 'public',
    group: 'servers',
  }) as const

/**
 * Settings of the instance itself, and every setting of the specification that no other plugin declares: clients find
 * the whole list whichever features are installed. The plugin of a feature declares its settings itself once it exists.
 */
export const generalSettings = defineSettings({
  website_url: link,
  status_page_url: link,
  discord_invite_url: link,
  twitter_url: link,
  github_url: link,
  linkedin_url: link,
  instagram_url: link,
  youtube_url: link,
  tiktok_url: link,
  facebook_url: link,
  reddit_url: link,
  telegram_url: link,
  whatsapp_url: link,
  company_name: company,
  company_address: company,
  company_city: company,
  company_state: company,
  company_zip: company,
  company_country: company,
  company_vat: company,
  currency: {
    schema: z
      .string()
      .trim()
      .regex(/^[A-Z]{3}$/),
    default: 'EUR',
    audience: 'public',
    group: 'billing',
  },
  currency_symbol: {
    schema: z.string().trim().min(1).max(5),
    default: '€',
    audience: 'public',
    group: 'billing',
  },
  allow_tickets: flag('general', true),
  early_supporters_enabled: flag('general', false),
  credits_recharge_enabled: flag('billing', false),
  server_renew_enabled: flag('servers', false),
  server_renew_days: amount(1, 3650, 30),
  server_renew_cost: amount(0, 1_000_000_000, 100),
})
