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

it('[TIC14] says nothing of a week without opening hours', () => {
  expect(readOpening({ timeZone: 'UTC', ...closed }, new Date())).toBeNull()
})
