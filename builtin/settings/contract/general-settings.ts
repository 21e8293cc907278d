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

/** What the instance says of itself, and what belongs to no other plugin. */
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
})
