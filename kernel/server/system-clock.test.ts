import { expect, it, vi } from 'vitest'
import { systemClock } from './system-clock.ts'

it('[OPS49] goes on when the clock of the machine is set back', () => {
  const before = systemClock.now()
  const now = vi.spyOn(Date, 'now').mockReturnValue(before - 2 * 3_600_000)
  expect(systemClock.now()).toBeGreaterThanOrEqual(before)
  now.mockRestore()
})
