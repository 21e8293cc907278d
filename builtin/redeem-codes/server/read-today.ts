import { defineSettings } from '@spawnpoint/sdk/common'
import type { ClockService, SettingsService } from '@spawnpoint/sdk/server'
import { z } from 'zod'

// The instance's own setting, read here only.
const zone = defineSettings({
  app_timezone: { schema: z.string(), default: 'UTC', audience: 'public', group: 'general' },
})

/** The day that it is in the instance's time zone, as `2027-12-31`. */
export function readToday({
  clock,
  settings,
}: {
  readonly clock: ClockService
  readonly settings: Pick<SettingsService, 'read'>
}): string {
  const timeZone = settings.read(zone).app_timezone
  // Swedish writes a date the way ISO does.
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(clock.now())
}
