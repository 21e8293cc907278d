import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStartProgress } from './start-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('[OPS40] a slow start says each ten seconds what it is at, and nothing once it has ended', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const progress = createStartProgress()
  progress.begin('Starting the embedded database')
  vi.advanceTimersByTime(29_000)
  progress.begin('Starting Spawnpoint')
  vi.advanceTimersByTime(10_000)
  progress.end()
  vi.advanceTimersByTime(60_000)
  expect(said.mock.calls).toEqual([
    ['Starting the embedded database: 10 s ...'],
    ['Starting the embedded database: 20 s ...'],
    ['Starting Spawnpoint: 10 s ...'],
  ])
})
