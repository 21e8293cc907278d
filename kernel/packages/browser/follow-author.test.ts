import { expect, it, vi } from 'vitest'
import type { Plan, PlanPlugin } from '../../common/plan.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createStore } from '../../../sdk/browser/store.ts'
import { followAuthor } from './follow-author.ts'

const planOf = (version: number, plugin: string): Plan => ({
  version,
  // Only its version is read.
  plugins: [{ id: 'acme', version: plugin } as unknown as PlanPlugin],
  settings: {},
  safeMode: false,
})

function setUp(plugin: string) {
  const plan = createStore(() => planOf(1, plugin))
  let answer = planOf(1, plugin)
  const fetch = vi.fn(async () => Response.json({ success: true, ...answer }))
  const platform = createMemoryPlatform({ fetch })
  const refresh = vi.fn(async () => plan.setState(answer, true))
  followAuthor({ registry: { plan }, planSync: { refresh }, platform })
  return {
    fetch,
    refresh,
    answerWith: (next: Plan) => void (answer = next),
    wait: () => platform.clock.advance(1_000),
  }
}

it('[TOOL14] asks for a newer plan while a plugin is being written, and no more once its dev has ended', async () => {
  const { fetch, refresh, answerWith, wait } = setUp('1.0.1-dev.1')
  await wait()
  expect(fetch).toHaveBeenCalled()
  expect(refresh).not.toHaveBeenCalled()
  answerWith(planOf(2, '1.0.1-dev.2'))
  await vi.waitFor(async () => {
    await wait()
    expect(refresh).toHaveBeenCalledTimes(1)
  })
  answerWith(planOf(3, '1.0.0'))
  await vi.waitFor(async () => {
    await wait()
    expect(refresh).toHaveBeenCalledTimes(2)
  })
  fetch.mockClear()
  await wait()
  expect(fetch).not.toHaveBeenCalled()
})

it('[TOOL14] goes on after a call that failed', async () => {
  const { fetch, refresh, answerWith, wait } = setUp('1.0.1-dev.1')
  fetch.mockRejectedValueOnce(new TypeError('offline'))
  await wait()
  answerWith(planOf(2, '1.0.1-dev.2'))
  await vi.waitFor(async () => {
    await wait()
    expect(refresh).toHaveBeenCalledOnce()
  })
})

it('[TOOL14] asks for nothing where nobody writes a plugin', async () => {
  const { fetch, wait } = setUp('1.0.0')
  await wait()
  expect(fetch).not.toHaveBeenCalled()
})
