import { defineSettings } from '@spawnpoint/sdk/common'
import type { ClockService, SettingsService } from '@spawnpoint/sdk/server'
import { z } from 'zod'

// The instance's own setting, read here only.
const zone = defineSettings({
  app_timezone: { schema: z.string(), default: 'UTC', audience: 'public', group: 'general' },
})

export interface Calendar {
  /** The day that it is in the instance's time zone, as `2027-12-31`. */
  today(): string
}

export const createCalendar = ({
  clock,
  settings,
}: {
  clock: ClockService
  settings: Pick<SettingsService, 'read'>
}): Calendar => ({
  today() {
    const timeZone = settings.read(zone).app_timezone
    // Swedish writes a date the way ISO does.
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(clock.now())
  },
})
