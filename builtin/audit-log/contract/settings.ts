import { defineSettings, keptDays } from '@spawnpoint/sdk/common'

export const auditSettings = defineSettings({ audit_keep_address_days: keptDays(365) })
