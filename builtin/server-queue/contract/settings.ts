import { defineSettings, keptDays } from '@spawnpoint/sdk/common'

export const queueSettings = defineSettings({
  queue_keep_failed_days: keptDays(30),
  queue_keep_completed_days: keptDays(180),
})
