import { expect, it } from 'vitest'
import type { Plan, PlanPlugin } from '../../common/plan.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createStartCount } from './start-count.ts'

// Only what the count reads of a plan's plugin: scripts of its own.
const runTime = { id: 'acme', integrity: {} } as unknown as PlanPlugin
const builtin = { id: 'store' } as unknown as PlanPlugin

const aPlan = (over: Partial<Plan> = {}): Plan => ({
  version: 1,
  plugins: [builtin, runTime],
  settings: {},
  safeMode: false,
  ...over,
})

const setUp = (permissions = ['admin.plugins.list']) => {
  const platform = createMemoryPlatform({
    url: 'https://dash.example.com/p/acme?tab=2#log',
    storage: { user_permissions: JSON.stringify(permissions) },
  })
  /** Each start is another page in the same tab. */
  const start = (end: 'succeeded' | 'failed' | 'left' | 'hangs', plan = aPlan()) => {
    const count = createStartCount(platform)
    const gaveUp = count.begin(plan)
    if (end === 'failed') count.failed()
    if (end === 'succeeded') count.succeeded()
    if (end === 'failed' || end === 'left') count.left()
    return gaveUp
  }
  return { platform, start }
}

it('[RTP9] leads into safe mode after two starts in a row that failed or hung', () => {
  const { platform, start } = setUp()
  expect([start('failed'), start('hangs'), start('hangs')]).toEqual([false, false, true])
  expect(platform.address.left).toEqual(['/p/acme?tab=2&safe-mode=1#log'])
  // A visitor who returns starts with a full count.
  expect(start('succeeded')).toBe(false)
})

it('[RTP9] leaves a tab of a customer as it is: safe mode is for staff', () => {
  const { platform, start } = setUp(['user.permission.vip'])
  expect([start('failed'), start('hangs'), start('hangs')]).toEqual([false, false, false])
  expect(platform.address.left).toEqual([])
})

it('[RTP9] takes no impatient reload for a failure, and a good start ends the row', () => {
  const { platform, start } = setUp()
  for (let time = 0; time < 5; time += 1) expect(start('left')).toBe(false)
  start('failed')
  start('succeeded')
  start('failed')
  expect(start('succeeded')).toBe(false)
  expect(platform.address.left).toEqual([])
})

it('[RTP9] stays where safe mode would change nothing', () => {
  const { platform, start } = setUp()
  for (const plan of [aPlan({ plugins: [builtin] }), aPlan({ safeMode: true })])
    for (let time = 0; time < 4; time += 1) expect(start('hangs', plan)).toBe(false)
  expect(platform.address.left).toEqual([])
})
