import type { PluginConfig } from '@spawnpoint/sdk/server'
import { z } from 'zod'

const whole = (initial: number) => z.number().int().nonnegative().catch(initial)

const schema = z.object({
  miss_odds: whole(40),
  small_coins: whole(5),
  small_odds: whole(40),
  medium_coins: whole(20),
  medium_odds: whole(17),
  jackpot_coins: whole(200),
  jackpot_odds: whole(3),
  price: whole(10),
  paid_per_day: whole(5),
  keep_days: whole(90),
})
export type Settings = z.output<typeof schema>

/** The operator's settings as they are now. */
export const readSettings = (config: PluginConfig): Settings => schema.parse(config.read())
