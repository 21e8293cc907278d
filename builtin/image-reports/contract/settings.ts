import { defineSettings, keptDays } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const imageReportsSettings = defineSettings({
  image_reports_keep_address_days: keptDays(30),
  image_reports_keep_name_days: keptDays(180),
  /** 0 hides nothing before staff have decided. */
  image_reports_hide_after: {
    schema: z.number().int().min(0).max(100),
    default: 3,
    audience: 'server',
    group: 'images',
  },
  /** Days in which the uploader can appeal, and a removed image can be restored. */
  image_reports_appeal_days: {
    schema: z.number().int().min(1).max(365),
    default: 30,
    audience: 'server',
    group: 'images',
  },
})
