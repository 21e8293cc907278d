import { SCHEDULE_DAYS, type ScheduleHours, type WeeklySchedule } from '@spawnpoint/sdk/resource'

const languageTag = (locale: string) => (locale === 'MD' ? 'zh-Hans' : locale.toLowerCase())

/** The names of the days from Monday on. */
export const weekdayNames = (locale: string, width: 'long' | 'short'): readonly string[] => {
  const format = new Intl.DateTimeFormat(languageTag(locale), { weekday: width, timeZone: 'UTC' })
  // 5 January 1970 was a Monday.
  return SCHEDULE_DAYS.map((_day, index) => format.format(new Date(Date.UTC(1970, 0, 5 + index))))
}

const hoursOf = ({ from, to, break: pause }: ScheduleHours) =>
  pause ? `${from}–${pause.from} · ${pause.to}–${to}` : `${from}–${to}`

/** The week in one line: days with the same hours in a row stand together. */
export function summarizeSchedule(week: WeeklySchedule, locale: string, closed: string): string {
  const names = weekdayNames(locale, 'short')
  const runs: { first: number; last: number; hours: string }[] = []
  for (const [index, day] of SCHEDULE_DAYS.entries()) {
    const hours = week[day] && hoursOf(week[day])
    const run = runs.at(-1)
    if (!hours) continue
    if (run?.hours === hours && run.last === index - 1) run.last = index
    else runs.push({ first: index, last: index, hours })
  }
  if (runs.length === 0) return closed
  const parts = runs.map(
    ({ first, last, hours }) => `${names[first]}${last > first ? `–${names[last]}` : ''} ${hours}`,
  )
  return `${parts.join(', ')} (${week.timeZone})`
}
