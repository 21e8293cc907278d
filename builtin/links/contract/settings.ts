import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const group = 'earn'
const flag = (on: boolean) => ({ schema: z.boolean(), default: on, audience: 'public', group }) as const
const number = (usual: number, min: number, max: number) =>
  ({ schema: z.number().int().min(min).max(max), default: usual, audience: 'server', group }) as const
const coins = number(100, 1, 1_000_000_000)
const perDay = number(5, 1, 1000)
const shortest = number(60, 0, 86_400)
const longest = number(3600, 60, 604_800)
const pause = number(3600, 0, 604_800)
const secret = {
  schema: z
    .string()
    .trim()
    .regex(/^[\w-]{0,200}$/),
  default: '',
  audience: 'secret',
  group,
} as const

/** The names are those that hosts know; “linkadvertise” is Linkvertise. Times are in seconds. */
export const linksSettings = defineSettings({
  l4r_enabled: flag(true),

  l4r_linkadvertise_enabled: flag(false),
  l4r_linkadvertise_user_id: {
    schema: z
      .string()
      .trim()
      .regex(/^\d{0,20}$/),
    default: '',
    audience: 'server',
    group,
  },
  l4r_linkadvertise_api_key: secret,
  l4r_linkadvertise_coins_per_link: coins,
  l4r_linkadvertise_daily_limit: perDay,
  l4r_linkadvertise_min_time_to_complete: shortest,
  l4r_linkadvertise_time_to_expire: longest,
  l4r_linkadvertise_cooldown_time: pause,

  l4r_shareus_enabled: flag(false),
  l4r_shareus_api_key: secret,
  l4r_shareus_coins_per_link: coins,
  l4r_shareus_daily_limit: perDay,
  l4r_shareus_min_time_to_complete: shortest,
  l4r_shareus_time_to_expire: longest,
  l4r_shareus_cooldown_time: pause,

  l4r_linkpays_enabled: flag(false),
  l4r_linkpays_api_key: secret,
  l4r_linkpays_coins_per_link: coins,
  l4r_linkpays_daily_limit: perDay,
  l4r_linkpays_min_time_to_complete: shortest,
  l4r_linkpays_time_to_expire: longest,
  l4r_linkpays_cooldown_time: pause,

  l4r_gyanilinks_enabled: flag(false),
  l4r_gyanilinks_api_key: secret,
  l4r_gyanilinks_coins_per_link: coins,
  l4r_gyanilinks_daily_limit: perDay,
  l4r_gyanilinks_min_time_to_complete: shortest,
  l4r_gyanilinks_time_to_expire: longest,
  l4r_gyanilinks_cooldown_time: pause,
})
