import { defineSettings, keptDays } from '@spawnpoint/sdk/common'

export const usersSettings = defineSettings({ users_keep_address_days: keptDays(365) })
