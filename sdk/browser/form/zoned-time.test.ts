import { expect, it } from 'vitest'
import { localTimeOf, momentOf } from './zoned-time.ts'

it.each([
  ['UTC', '2026-07-01T12:00', '2026-07-01T12:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01T12:00', '2026-07-01T10:00:00.000Z'],
  ['Europe/Berlin', '2026-01-01T00:30', '2025-12-31T23:30:00.000Z'],
  ['America/New_York', '2026-12-31T23:30', '2027-01-01T04:30:00.000Z'],
  ['Asia/Kathmandu', '2026-05-04T05:45', '2026-05-04T00:00:00.000Z'],
  // On the days when clocks change.
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
  ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
])('reads a time in %s and shows it again: %s', (zone, local, moment) => {
  expect(momentOf(local, zone)).toBe(moment)
  expect(localTimeOf(moment, zone)).toBe(local)
})

it.each([
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T03:30'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30'],
])('puts a time forward that the clocks of %s skip', (zone, local, shown) => {
  expect(localTimeOf(momentOf(local, zone), zone)).toBe(shown)
})

it.each(['UTC', 'Europe/Berlin', 'America/New_York'])('keeps a year that is being typed, in %s', (zone) => {
  for (const year of ['0002', '0020', '0202', '2026'])
    expect(localTimeOf(momentOf(`${year}-06-01T10:00`, zone), zone)).toBe(`${year}-06-01T10:00`)
})

it('has nothing to show for no moment', () => {
  expect(localTimeOf('', 'UTC')).toBe('')
  expect(momentOf('', 'UTC')).toBe('')
})
