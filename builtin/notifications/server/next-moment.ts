import type { digests } from '@spawnpoint/contracts/notifications'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const HOUR_MS = 3_600_000
/** A digest is read with the first coffee. */
const MORNING = 8 * 60

export interface Routine {
  readonly quietFrom: number | null
  readonly quietTo: number | null
  readonly timeZone: string
  readonly digest: (typeof digests)[number]
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Minute of the day and day of the week (Monday is 0) on the clock of the zone. */
function readClock(zone: string, at: Date) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return { minute: Number(part('hour')) * 60 + Number(part('minute')), day: days.indexOf(part('weekday')) }
}

/** The next moment at which the clock of the zone shows that minute, days later where asked; never now. */
function nextAt(zone: string, now: Date, minute: number, weekday: number | null = null): Date {
  const clock = readClock(zone, now)
  const ahead = (minute - clock.minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const reached = clock.minute + ahead >= DAY_MINUTES ? (clock.day + 1) % 7 : clock.day
  const more = weekday === null ? 0 : (weekday - reached + 7) % 7
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const guess = new Date(start + (ahead + more * DAY_MINUTES) * MINUTE_MS)
  // Where the clocks change in between, the guess is off by that.
  const off = ((minute - readClock(zone, guess).minute + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2
  return new Date(guess.getTime() + off * MINUTE_MS)
}

/** The end of the quiet hours that it is in; the moment itself outside of them. */
export function afterQuiet({ quietFrom, quietTo, timeZone }: Routine, at: Date): Date {
  if (quietFrom === null || quietTo === null) return at
  const { minute } = readClock(timeZone, at)
  const isQuiet =
    quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo
  return isQuiet ? nextAt(timeZone, at, quietTo) : at
}

/** When an email may leave: at once, or with the next digest; never within the quiet hours. */
export function emailMoment(routine: Routine, now: Date): Date {
  const { digest, timeZone } = routine
  if (digest === 'off') return afterQuiet(routine, now)
  if (digest === 'hourly')
    return afterQuiet(routine, new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS))
  return afterQuiet(routine, nextAt(timeZone, now, MORNING, digest === 'weekly' ? 0 : null))
}
