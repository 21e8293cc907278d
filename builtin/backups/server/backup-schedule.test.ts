import { describe, expect, it } from 'vitest'
import { findSurplus, judge, lastDue, nextDue, type Schedule } from './backup-schedule.ts'

const schedule = (over: Partial<Schedule> = {}): Schedule => ({
  daily_backup_enabled: true,
  daily_backup_hour: 3,
  daily_backup_keep_days: 3,
  daily_backup_keep_weeks: 2,
  zone: 'Europe/Berlin',
  ...over,
})
const at = (text: string) => new Date(text)

describe('the hour of the daily backup', () => {
  it.each([
    ['2027-01-10T01:59:00Z', '2027-01-09T02:00:00Z', '2027-01-10T02:00:00Z'],
    ['2027-01-10T02:00:00Z', '2027-01-10T02:00:00Z', '2027-01-11T02:00:00Z'],
    // Summer: the same hour of the clock is another hour of the world.
    ['2027-07-10T05:00:00Z', '2027-07-10T01:00:00Z', '2027-07-11T01:00:00Z'],
  ])('[BKP7] at %s was due at %s and is next due at %s', (now, last, next) => {
    expect(lastDue(schedule(), at(now))).toEqual(at(last))
    expect(nextDue(schedule(), at(now))).toEqual(at(next))
  })

  it('[BKP7] comes once on a day whose hour comes twice', () => {
    const twice = schedule({ daily_backup_hour: 2 })
    expect(lastDue(twice, at('2027-10-31T01:30:00Z'))).toEqual(at('2027-10-31T00:00:00Z'))
  })

  it('[BKP7] is the next hour on a day that does not have it, so that no day is without a backup', () => {
    const skipped = schedule({ daily_backup_hour: 2 })
    expect(lastDue(skipped, at('2027-03-28T12:00:00Z'))).toEqual(at('2027-03-28T01:00:00Z'))
    expect(nextDue(skipped, at('2027-03-28T00:30:00Z'))).toEqual(at('2027-03-28T01:00:00Z'))
    expect(nextDue(skipped, at('2027-03-28T01:00:00Z'))).toEqual(at('2027-03-29T00:00:00Z'))
  })

  it('[BKP7] has none while daily backups are off', () => {
    expect(nextDue(schedule({ daily_backup_enabled: false }), new Date())).toBeNull()
  })
})

describe('the alarm', () => {
  const now = at('2027-01-10T12:00:00Z')
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const judged = (checked: number | null, first: number | null, started: number, isTried = true) =>
    judge(schedule(), now, {
      checkedAt: checked === null ? null : before(checked),
      firstAt: first === null ? null : before(first),
      startedAt: before(started),
      isTried,
    })

  it('[BKP9] says of a checked backup whether it was restored on trial or only read', () => {
    expect([judged(1, 9, 99), judged(1, 9, 99, false)]).toEqual(['well', 'read'])
  })

  it('[BKP9] is raised after 26 hours without a checked backup, not before', () => {
    expect([judged(25.9, 900, 900), judged(26.1, 900, 900)]).toEqual(['well', 'overdue'])
  })

  it('[BKP9] is raised where none was ever checked, also across restarts', () => {
    expect([judged(null, null, 1), judged(null, null, 27), judged(null, 27, 1)]).toEqual([
      'waiting',
      'overdue',
      'overdue',
    ])
  })

  it('[BKP9] is none while daily backups are off', () => {
    expect(
      judge(schedule({ daily_backup_enabled: false }), now, {
        checkedAt: null,
        firstAt: null,
        isTried: false,
        startedAt: now,
      }),
    ).toBe('off')
  })
})

describe('retention', () => {
  const now = at('2027-01-20T12:00:00Z')
  const daily = (day: string, isChecked = true) => ({
    id: day,
    createdAt: at(`2027-01-${day}T02:00:00Z`),
    isChecked,
  })
  const all = Array.from({ length: 20 }, (_each, index) => daily(String(index + 1).padStart(2, '0')))

  it('[BKP8] keeps the newest of the last days and of the last weeks', () => {
    const surplus = findSurplus(all, schedule(), now)
    const kept = all.map(({ id }) => id).filter((id) => !surplus.includes(id))
    // Sunday 17 January is the newest of the week before.
    expect(kept).toEqual(['17', '18', '19', '20'])
  })

  it('[BKP8] keeps the newest checked one, however old it is', () => {
    const old = { id: 'old', createdAt: at('2025-01-01T02:00:00Z'), isChecked: true }
    const failed = [daily('19', false), daily('20', false)]
    expect(findSurplus([old, ...failed], schedule(), now)).toEqual([])
  })

  it('[BKP8] does not count those that failed, and lets them go with the days', () => {
    const rows = [daily('18'), daily('19', false), daily('20', false), daily('02', false)]
    expect(findSurplus(rows, schedule(), now)).toEqual(['02'])
  })
})
