import { backupsSettings, type BackupHealth } from '@spawnpoint/contracts/backups'
import { defineSettings, type SettingValues } from '@spawnpoint/sdk/common'
import type { SettingsService } from '@spawnpoint/sdk/server'
import { z } from 'zod'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A day and two hours: a backup that takes long, or starts late, is no reason for an alarm. */
const LONGEST_GAP = 26 * HOUR

// The instance's own setting, read here only.
const zoneSetting = defineSettings({
  app_timezone: { schema: z.string(), default: 'UTC', audience: 'public', group: 'general' },
})

export interface Schedule extends SettingValues<typeof backupsSettings> {
  readonly zone: string
}

export const readSchedule = (settings: SettingsService): Schedule => ({
  ...settings.read(backupsSettings),
  zone: settings.read(zoneSetting).app_timezone,
})

/** Day, as `2027-12-31`, and hour of a moment where the instance is. */
export function localTime(zone: string, moment: Date): { readonly day: string; readonly hour: number } {
  // Swedish writes a date the way ISO does.
  const text = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment)
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) }
}

const fullHour = (moment: Date) => new Date(Math.floor(moment.getTime() / HOUR) * HOUR)

/**
 * The nearest full hour from `start` on in steps at which the hour of the schedule begins. It may come twice on a day; on
 * a day that leaves it out, the hour after it counts.
 */
function findHour({ zone, daily_backup_hour: hour }: Schedule, start: Date, step: 1 | -1): Date {
  const hourAt = (moment: number) => localTime(zone, new Date(moment)).hour
  const isDue = (moment: number) => {
    const before = hourAt(moment - HOUR)
    const after = (to: number) => (to - before + 24) % 24
    return after(hour) > 0 && after(hour) <= after(hourAt(moment))
  }
  for (let index = 0; index <= 49; index += 1) {
    const moment = start.getTime() + step * index * HOUR
    if (isDue(moment)) return new Date(moment)
  }
  return start
}

/** When the last daily backup was due. */
export const lastDue = (schedule: Schedule, now: Date): Date => findHour(schedule, fullHour(now), -1)

/** When the next one is due; null while they are off. */
export const nextDue = (schedule: Schedule, now: Date): Date | null =>
  schedule.daily_backup_enabled ? findHour(schedule, new Date(fullHour(now).getTime() + HOUR), 1) : null

export interface Milestones {
  readonly checkedAt: Date | null
  readonly firstAt: Date | null
  readonly startedAt: Date
  /** False where the newest checked backup was only read, because the database user may create no database to try it in. */
  readonly isTried: boolean
}

/** How backups stand: overdue without a checked one for 26 hours, whether or not there ever was one. */
export function judge({ daily_backup_enabled: isOn }: Schedule, now: Date, seen: Milestones): BackupHealth {
  if (!isOn) return 'off'
  const first = Math.min(seen.startedAt.getTime(), seen.firstAt?.getTime() ?? Infinity)
  const since = seen.checkedAt?.getTime() ?? first
  if (now.getTime() - since > LONGEST_GAP) return 'overdue'
  if (seen.checkedAt === null) return 'waiting'
  return seen.isTried ? 'well' : 'read'
}

interface Kept {
  readonly id: string
  readonly createdAt: Date
  readonly isChecked: boolean
}

/** Monday of the week of a day. */
function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10)
}

/**
 * Daily backups that are no longer needed: the newest checked one of each of the last days and weeks stays, and so does the
 * newest of all, however old it is. Those that failed are kept for as many days, as a record.
 */
export function findSurplus(all: readonly Kept[], schedule: Schedule, now: Date): readonly string[] {
  const { zone, daily_backup_keep_days: days, daily_backup_keep_weeks: weeks } = schedule
  const sorted = all.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  const keep = new Set<string>()
  const keepNewest = (nameOf: (day: string) => string, most: number) => {
    const newest = new Map<string, string>()
    for (const { id, createdAt, isChecked } of sorted) {
      const name = nameOf(localTime(zone, createdAt).day)
      if (isChecked && !newest.has(name)) newest.set(name, id)
    }
    for (const id of [...newest.values()].slice(0, most)) keep.add(id)
  }
  keepNewest((day) => day, days)
  keepNewest(weekOf, weeks)
  const isOld = (createdAt: Date) => now.getTime() - createdAt.getTime() > days * DAY
  return sorted
    .filter(({ id, createdAt, isChecked }) => !keep.has(id) && (isChecked || isOld(createdAt)))
    .map(({ id }) => id)
}
