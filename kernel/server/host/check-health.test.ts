import { afterEach, expect, it, vi } from 'vitest'
import { checkHealth } from './check-health.ts'
import type { Running } from './plugin-host.ts'

afterEach(() => void vi.useRealTimers())

it('[OPS24] tells of a plugin that fails or never answers, with what to do, and of the others all the same', async () => {
  vi.useFakeTimers()
  const health = [
    { name: 'fine', check: async () => ({ status: 'healthy' as const, detail: 'ok' }) },
    { name: 'stuck', check: () => new Promise<never>(() => undefined) },
    { name: 'broken', check: () => Promise.reject(new Error('no')) },
  ]
  const running = [{ candidate: { id: 'a' }, owned: { registrations: { health, describers: [] } } }]
  const reports = checkHealth({ running: () => running as unknown as Running[] })
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await reports).map(({ name, status, todo }) => [name, status, todo])).toEqual([
    ['fine', 'healthy', undefined],
    ['stuck', 'unhealthy', expect.stringContaining('Look again')],
    ['broken', 'unhealthy', expect.stringContaining('Look again')],
  ])
})
