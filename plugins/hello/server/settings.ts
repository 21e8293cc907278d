import type { PluginConfig } from '@spawnpoint/sdk/server'
import { z } from 'zod'

const schema = z.object({
  notice: z.string().catch(''),
  keep_days: z.number().int().catch(30),
  share_key: z.string().min(16).nullable().catch(null),
})

/** The operator's settings as they are now. */
export const readSettings = (config: PluginConfig) => schema.parse(config.read())
