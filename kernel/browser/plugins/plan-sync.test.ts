import { expect, it, vi } from 'vitest'
import type { Plan } from '../../common/plan.ts'
import { createPlanSync } from './plan-sync.ts'

const answer = (version: number) => new Response('{}', { headers: { 'x-plan-version': String(version) } })

const setUp = (fetched: () => Promise<Response>) => {
  const fetch = vi.fn(fetched)
  const plans: Plan[] = []
  const logFailure = vi.fn()
  const sync = createPlanSync(
    { fetch },
    { version: () => 4, apply: (plan) => void plans.push(plan), logFailure },
  )
  return { sync, fetch, plans, logFailure }
}
const good = async () =>
  Response.json({ success: true, version: 5, plugins: [], settings: {}, safeMode: false })

it('[PLM5] fetches a newer plan once and applies it', async () => {
  const { sync, fetch, plans } = setUp(good)
  sync.notice(answer(5))
  sync.notice(answer(5))
  await vi.waitFor(() => expect(plans).toHaveLength(1))
  expect(fetch).toHaveBeenCalledOnce()
  expect(plans[0]?.version).toBe(5)
})

it('leaves the same plan, an older one and answers without a version alone', () => {
  const { sync, fetch } = setUp(good)
  sync.notice(answer(4))
  sync.notice(answer(3))
  sync.notice(new Response('{}'))
  expect(fetch).not.toHaveBeenCalled()
})

it('asks again after a failure', async () => {
  const { sync, fetch, logFailure } = setUp(() => Promise.reject(new TypeError('offline')))
  sync.notice(answer(5))
  await vi.waitFor(() => expect(logFailure).toHaveBeenCalledOnce())
  sync.notice(answer(5))
  expect(fetch).toHaveBeenCalledTimes(2)
})
