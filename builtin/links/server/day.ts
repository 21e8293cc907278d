import { defineSettings } from '@spawnpoint/sdk/common'
import type { SettingsService } from '@spawnpoint/sdk/server'
import { z } from 'zod'

// The instance's own setting, read here only.
const zone = defineSettings({
  app_timezone: { schema: z.string(), default: 'UTC', audience: 'public', group: 'general' },
})

const dayMs = 86_400_000

/** The day in the instance's time zone, as `2027-12-31`, and when the next one begins. */
export function readDay(settings: Pick<SettingsService, 'read'>, now: Date) {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: settings.read(zone).app_timezone,
    dateStyle: 'short',
  })
  const today = format.format(now)
  return {
    today,
    /** Found by halving, since a day has 23 to 25 hours where clocks change. */
    next(): Date {
      let [same, next] = [now.getTime(), now.getTime() + dayMs + dayMs / 12]
      while (next - same > 1) {
        const middle = Math.floor((same + next) / 2)
        if (format.format(middle) === today) same = middle
        else next = middle
      }
      return new Date(next)
    },
  }
}
