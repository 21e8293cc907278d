import { parseCronItems } from 'graphile-worker'

/** Reads a crontab line in UTC; throws for one that is none. The answer says whether the line means this minute. */
export function readSchedule(line: string): (at: Date) => boolean {
  const [item] = parseCronItems([{ task: 'schedule', match: line }])
  if (!item) return () => false
  return (at) =>
    item.match({
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    })
}
