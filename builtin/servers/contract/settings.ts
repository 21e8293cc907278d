import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const amount = z.number().int().min(0).max(10_000_000)

/** Upper bound of a limit: as much as the store can sell. */
export const MOST_LIMIT = 1_000_000_000
export const limitBound = z.number().int().min(0).max(MOST_LIMIT)

const limit = (value: number) =>
  ({ schema: amount, default: value, audience: 'public', group: 'servers' }) as const
const days = (value: number, most: number) =>
  ({
    schema: z.number().int().min(1).max(most),
    default: value,
    audience: 'server',
    group: 'servers',
  }) as const
const megabytes = { unit: 'megabytes' } as const

/** Whether customers may create servers, and what a new customer may use. */
export const serverSettings = defineSettings({
  allow_servers: { schema: z.boolean(), default: true, audience: 'public', group: 'servers' },
  default_ram: { ...limit(1024), ...megabytes },
  default_disk: { ...limit(1024), ...megabytes },
  default_cpu: { ...limit(100), unit: 'percent' },
  default_ports: limit(2),
  default_databases: limit(1),
  default_backups: limit(5),
  default_server_slots: limit(1),
  server_renew_grace_days: days(3, 90),
  server_renew_delete_days: days(7, 365),
  server_renew_send_mail: { schema: z.boolean(), default: true, audience: 'server', group: 'servers' },
})
