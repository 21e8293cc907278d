import { SCHEDULE_DAYS, type WeeklySchedule } from '@spawnpoint/sdk/resource'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

// A formatter is dear to make, and a page of the queue reads many times of the same few zones.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(zone, made)
  return made
}

/** The time that the clock of the zone shows, to the minute, as if it were UTC: so that days and minutes can be counted. */
function clockOf(zone: string, at: number): number {
  const parts = formatterOf(zone).formatToParts(at)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
}

/** The moment at which the clock of the zone shows that, see {@link clockOf}. */
function momentOf(zone: string, clock: number): Date {
  const guess = clock - (clockOf(zone, clock) - clock)
  // Where the clocks change in between, the guess is off by that.
  return new Date(guess - (clockOf(zone, guess) - clock))
}

const minutes = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

interface Opening {
  readonly from: number
  readonly to: number
}

/** The openings of the day that begins at that midnight of the clock, see {@link clockOf}; two around a break. */
function openingsOf(week: WeeklySchedule, midnight: number): readonly Opening[] {
  const date = new Date(midnight)
  const day = SCHEDULE_DAYS[(date.getUTCDay() + 6) % 7]
  const hours = day && week[day]
  if (!hours || week.closedOn?.includes(date.toISOString().slice(0, 10))) return []
  const { from, to, break: pause } = hours
  const spans = pause ? [[from, pause.from] as const, [pause.to, to] as const] : [[from, to] as const]
  return spans.map(([start, end]) => ({
    from: midnight + minutes(start) * MINUTE_MS,
    to: midnight + minutes(end) * MINUTE_MS,
  }))
}

export interface OpeningState {
  readonly open: boolean
  readonly changesAt: Date
}

/** Is it open, and when does that change? Null for a week without opening hours. */
export function readOpening(week: WeeklySchedule, now: Date): OpeningState | null {
  if (SCHEDULE_DAYS.every((day) => !week[day])) return null
  const clock = clockOf(week.timeZone, now.getTime())
  const today = Math.floor(clock / DAY_MS) * DAY_MS
  // Each date that is closed puts the next opening off by a week at most.
  const days = 7 * ((week.closedOn?.length ?? 0) + 1)
  for (let day = 0; day <= days; day += 1) {
    const opening = openingsOf(week, today + day * DAY_MS).find(({ to }) => clock < to)
    if (!opening) continue
    const open = clock >= opening.from
    return { open, changesAt: momentOf(week.timeZone, open ? opening.to : opening.from) }
  }
  return null
}
