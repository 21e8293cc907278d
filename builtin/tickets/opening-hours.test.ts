import type { WeeklySchedule } from '@spawnpoint/sdk/resource'
import { expect, it } from 'vitest'
import { readOpening } from './server/opening-hours.ts'

const closed = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
const hours = { from: '09:00', to: '17:00' }
const week: WeeklySchedule = { timeZone: 'Europe/Berlin', ...closed, mon: hours, fri: hours }

it.each([
  // 2 November 2026 is a Monday; Berlin is at UTC+1 in winter.
  ['2026-11-02T08:00:00Z', true, '2026-11-02T16:00:00Z'],
  ['2026-11-02T07:59:30Z', false, '2026-11-02T08:00:00Z'],
  ['2026-11-02T16:00:00Z', false, '2026-11-06T08:00:00Z'],
  ['2026-11-06T20:00:00Z', false, '2026-11-09T08:00:00Z'],
  // The clocks go back on 25 October 2026, and forward on 29 March 2026.
  ['2026-10-23T18:00:00Z', false, '2026-10-26T08:00:00Z'],
  ['2026-03-27T18:00:00Z', false, '2026-03-30T07:00:00Z'],
])('[TIC14] at %s: open %s, until %s', (now, open, changesAt) => {
  expect(readOpening(week, new Date(now))).toEqual({ open, changesAt: new Date(changesAt) })
})

it.each([
  // The first Friday is closed, so that Thursday's reader waits until Monday.
  ['2026-11-05T12:00:00Z', ['2026-11-06'], false, '2026-11-09T08:00:00Z'],
  ['2026-11-06T10:00:00Z', ['2026-11-06'], false, '2026-11-09T08:00:00Z'],
  // It is the date of the zone: in Berlin the 6th begins while it is the 5th at UTC.
  ['2026-11-05T23:30:00Z', ['2026-11-05'], false, '2026-11-06T08:00:00Z'],
  ['2026-11-06T10:00:00Z', ['2026-11-09', '2026-11-13', '2026-11-16'], true, '2026-11-06T16:00:00Z'],
  ['2026-11-06T17:00:00Z', ['2026-11-09', '2026-11-13', '2026-11-16'], false, '2026-11-20T08:00:00Z'],
  // Over the end of the year.
  ['2026-12-24T12:00:00Z', ['2026-12-25', '2027-01-01'], false, '2026-12-28T08:00:00Z'],
  ['2026-12-28T17:00:00Z', ['2026-12-25', '2027-01-01'], false, '2027-01-04T08:00:00Z'],
])('[TIC14] at %s, closed on %j: open %s, until %s', (now, closedOn, open, changesAt) => {
  expect(readOpening({ ...week, closedOn }, new Date(now))).toEqual({ open, changesAt: new Date(changesAt) })
})

it.each([
  ['2026-11-02T10:59:30Z', true, '2026-11-02T11:00:00Z'],
  ['2026-11-02T11:00:00Z', false, '2026-11-02T12:00:00Z'],
  ['2026-11-02T12:00:00Z', true, '2026-11-02T16:00:00Z'],
  ['2026-11-02T07:00:00Z', false, '2026-11-02T08:00:00Z'],
])('[TIC14] at %s, with a break at noon: open %s, until %s', (now, open, changesAt) => {
  const pause = { ...hours, break: { from: '12:00', to: '13:00' } }
  const state = readOpening({ ...week, mon: pause, fri: pause }, new Date(now))
  expect(state).toEqual({ open, changesAt: new Date(changesAt) })
})

it('[TIC14] opens by the new clock in the hours after it changed', () => {
  // New York goes from 2:00 to 3:00 on 8 March 2026, which is 7:00 UTC.
  const early = { ...closed, timeZone: 'America/New_York', sun: { from: '03:30', to: '05:00' } }
  const next = { open: false, changesAt: new Date('2026-03-08T07:30:00Z') }
  expect(readOpening(early, new Date('2026-03-08T03:00:00Z'))).toEqual(next)
})

it('[TIC14] finds the next opening behind as many closed dates as there can be', () => {
  const monday = Date.UTC(2026, 10, 2)
  const closedOn = Array.from({ length: 100 }, (_, index) =>
    new Date(monday + index * 7 * 86_400_000).toISOString().slice(0, 10),
  )
  const mondays = { ...week, fri: null, closedOn }
  const next = { open: false, changesAt: new Date('2028-10-02T07:00:00Z') }
  expect(readOpening(mondays, new Date('2026-11-02T00:00:00Z'))).toEqual(next)
})

it('[TIC14] says nothing of a week without opening hours', () => {
  expect(readOpening({ timeZone: 'UTC', ...closed }, new Date())).toBeNull()
})
