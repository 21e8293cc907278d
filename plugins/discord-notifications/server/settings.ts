import type { PluginConfig } from '@spawnpoint/sdk/server'
import { z } from 'zod'

const schema = z.object({
  webhook_url: z.url().optional().catch(undefined),
  signing_secret: z.string().min(1).optional().catch(undefined),
  username: z.string().min(1).catch('Spawnpoint'),
  language: z.enum(['en', 'de']).catch('en'),
  accounts: z.boolean().catch(true),
  servers: z.boolean().catch(true),
  purchases: z.boolean().catch(false),
})

export type Settings = z.output<typeof schema>
export type Topic = 'accounts' | 'servers' | 'purchases'

/** The operator's settings as they are now. Nothing is set before the form was saved. */
export const readSettings = (config: PluginConfig): Settings => schema.parse(config.read())
