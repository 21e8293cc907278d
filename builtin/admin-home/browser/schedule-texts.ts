import { useFormat, useHost, useT } from '@spawnpoint/sdk/browser'

const everyMinutes = /^\*\/(\d+) \* \* \* \*$/
const daily = /^(\d{1,2}) (\d{1,2}) \* \* \*$/

/** A crontab line, which is in UTC, as people say it in the zone of the instance; the line itself where it is rare. */
export function useScheduleTexts() {
  const t = useT()
  const { time } = useFormat()
  const { clock } = useHost()
  return (line: string): string => {
    if (line === '* * * * *') return t('schedules.everyMinute')
    const [, step] = everyMinutes.exec(line) ?? []
    if (step) return t('schedules.everyMinutes', { value: step })
    if (/^\d{1,2} \* \* \* \*$/.test(line)) return t('schedules.everyHour')
    const [, minute, hour] = daily.exec(line) ?? []
    if (!minute || !hour) return t('schedules.crontab', { line })
    const today = new Date(clock.now())
    today.setUTCHours(Number(hour), Number(minute), 0, 0)
    return t('schedules.everyDay', { time: time(today) })
  }
}

/** How long something took. */
export function useDuration() {
  const t = useT()
  const { number } = useFormat()
  return (ms: number): string => {
    if (ms < 1_000) return t('schedules.ms', { value: number(ms) })
    if (ms < 60_000) return t('schedules.seconds', { value: number(Math.round(ms / 100) / 10) })
    return t('schedules.minutes', { value: number(Math.round(ms / 6_000) / 10) })
  }
}
