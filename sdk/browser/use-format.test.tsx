// @vitest-environment jsdom
import { createStore, HostProvider, useFormat, type BrowserHost } from '@spawnpoint/sdk/browser'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'

function format(zone: unknown) {
  const host = {
    location: createStore(() => ({ path: '/', search: '', hash: '' })),
    locale: createStore(() => 'EN'),
    settings: createStore(() => ({ app_timezone: zone })),
    clock: { now: () => 0 },
  } as unknown as BrowserHost // Only what the hook under test reaches.
  const { result } = renderHook(() => useFormat(), {
    wrapper: ({ children }) => <HostProvider value={host}>{children}</HostProvider>,
  })
  return result.current
}

const newYear = '2026-12-31T23:30:00Z'

it.each([
  ['Asia/Tokyo', 'Jan 1, 2027', '8:30'],
  ['America/New_York', 'Dec 31, 2026', '6:30'],
  ['UTC', 'Dec 31, 2026', '11:30'],
  ['Moon/Base', 'Dec 31, 2026', '11:30'],
  [undefined, 'Dec 31, 2026', '11:30'],
])('tells dates in the zone of the instance: %s', (zone, day, time) => {
  const { date, dateTime } = format(zone)
  expect(date(newYear)).toBe(day)
  expect(dateTime(newYear)).toContain(day)
  expect(dateTime(newYear)).toContain(time)
})

it.each(['Asia/Tokyo', 'America/New_York'])(
  'tells a calendar day as the same day in every zone: %s',
  (zone) => {
    expect(format(zone).day('2026-05-04')).toBe('May 4, 2026')
  },
)
