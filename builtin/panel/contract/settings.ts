import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const isPanelAddress = (text: string) => {
  if (text === '') return true
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password
}

/** Where the panel stands; empty for the demonstration panel. Guides of panels name the address of their API. */
export const panelAddress = z
  .string()
  .trim()
  .max(300)
  .overwrite((text) => text.replace(/\/api(\/(application|client))?\/*$/, ''))
  .refine(isPanelAddress, { error: 'panel_address' })

/** A key is printable ASCII without spaces; anything else was pasted wrongly. */
export const panelKey = z
  .string()
  .trim()
  .max(300)
  .regex(/^[\x21-\x7e]*$/, { error: 'panel_key' })

export const panelDialects = ['pterodactyl', 'pelican'] as const

export const panelSettings = defineSettings({
  pterodactyl_base_url: {
    schema: panelAddress,
    default: '',
    audience: 'public',
    group: 'servers',
    destination: true,
  },
  pterodactyl_api_key: { schema: panelKey, default: '', audience: 'secret', group: 'servers' },
  pterodactyl_client_key: { schema: panelKey, default: '', audience: 'secret', group: 'servers' },
  panel_dialect: {
    schema: z.enum(panelDialects),
    default: 'pterodactyl',
    audience: 'server',
    group: 'servers',
    options: panelDialects,
  },
  panel_timeout_seconds: {
    schema: z.number().int().min(1).max(60),
    default: 15,
    audience: 'server',
    group: 'servers',
  },
  /** A panel refuses more than 240 calls a minute unless its own configuration says otherwise. */
  panel_calls_per_minute: {
    schema: z.number().int().min(10).max(100_000),
    default: 200,
    audience: 'server',
    group: 'servers',
  },
})
