import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const group = 'general'
const audience = 'server'

export const backupsSettings = defineSettings({
  daily_backup_enabled: { schema: z.boolean(), default: false, audience: 'public', group },
  daily_backup_hour: { schema: z.number().int().min(0).max(23), default: 3, audience, group },
  daily_backup_keep_days: { schema: z.number().int().min(1).max(90), default: 7, audience, group },
  daily_backup_keep_weeks: { schema: z.number().int().min(0).max(52), default: 4, audience, group },
})
