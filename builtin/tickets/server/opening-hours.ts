import { SCHEDULE_DAYS, type WeeklySchedule } from '@spawnpoint/sdk/resource'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

// A formatter is dear to make, and a page of the queue reads many times of the same few zones.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(zone, made)
  return made
}

/** Minutes since Monday midnight on the clock of the zone. */
function minuteOfWeek(zone: string, at: Date): number {
  const parts = formatterOf(zone).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  const day = SCHEDULE_DAYS.findIndex((name) => name === part('weekday').toLowerCase())
  return day * DAY_MINUTES + Number(part('hour')) * 60 + Number(part('minute'))
}

const minutes = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** Opening times of the week, in minutes since Monday midnight; days that follow each other without a break are one. */
const openings = (week: WeeklySchedule) =>
  SCHEDULE_DAYS.flatMap((day, index) => {
    const hours = week[day]
    if (!hours) return []
    const start = index * DAY_MINUTES
    return [{ from: start + minutes(hours.from), to: start + minutes(hours.to) }]
  })

/** The moment at which the zone's clock shows that minute, which lies at most a week ahead. */
function momentOf(zone: string, now: Date, minute: number): Date {
  const week = 7 * DAY_MINUTES
  const ahead = (minute - minuteOfWeek(zone, now) + week) % week || week
  const guess = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + ahead * MINUTE_MS)
  // Where the clocks change in between, the guess is off by that.
  const off = ((minute - minuteOfWeek(zone, guess) + week / 2 + week) % week) - week / 2
  return new Date(guess.getTime() + off * MINUTE_MS)
}

export interface OpeningState {
  readonly open: boolean
  readonly changesAt: Date
}

/** Is it open, and when does that change? Null for a week without opening hours. */
export function readOpening(week: WeeklySchedule, now: Date): OpeningState | null {
  const all = openings(week)
  if (all.length === 0) return null
  const minute = minuteOfWeek(week.timeZone, now)
  const current = all.find(({ from, to }) => minute >= from && minute < to)
  if (current) return { open: true, changesAt: momentOf(week.timeZone, now, current.to) }
  const next = all.find(({ from }) => from > minute) ?? all[0]
  return next ? { open: false, changesAt: momentOf(week.timeZone, now, next.from) } : null
}
