import { defineSettings, keptDays } from '@spawnpoint/sdk/common'

/** Saved notifications stay. */
export const notificationSettings = defineSettings({
  notifications_keep_days: keptDays(180),
  notifications_keep_done_days: keptDays(30),
})
