import { defineSettings } from '@spawnpoint/sdk/common'
import type { SettingsService } from '@spawnpoint/sdk/server'
import { z } from 'zod'

// The instance's own setting, read here only.
const zone = defineSettings({
  app_timezone: { schema: z.string(), default: 'UTC', audience: 'public', group: 'general' },
})

type Reading = Pick<SettingsService, 'read'>

const createDays = (settings: Reading) => {
  // Swedish writes a date the way ISO does.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: settings.read(zone).app_timezone,
    dateStyle: 'short',
  })
  return (moment: number) => format.format(moment)
}

/** The day at that moment in the instance's time zone, as `2027-12-31`. */
export const readDay = (settings: Reading, now: Date): string => createDays(settings)(now.getTime())

const dayMs = 86_400_000

/** When the next day begins there; found by halving, since a day has 23 to 25 hours where clocks change. */
export function findNextDay(settings: Reading, now: Date): Date {
  const dayOf = createDays(settings)
  const today = dayOf(now.getTime())
  let [same, next] = [now.getTime(), now.getTime() + dayMs + dayMs / 12]
  while (next - same > 1) {
    const middle = Math.floor((same + next) / 2)
    if (dayOf(middle) === today) same = middle
    else next = middle
  }
  return new Date(next)
}
