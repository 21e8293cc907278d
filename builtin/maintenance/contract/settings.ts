import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { maintenanceEnd, maintenanceMessage } from './schemas.ts'

const shown = { audience: 'public', group: 'general', rootOnly: true, drawnBySlot: true } as const

// Settings reach every process of the instance and every page by themselves.
export const maintenanceSettings = defineSettings({
  maintenance_enabled: { ...shown, schema: z.boolean(), default: false },
  maintenance_message: { ...shown, schema: maintenanceMessage, default: '' },
  maintenance_until: { ...shown, schema: maintenanceEnd, default: '' },
})
