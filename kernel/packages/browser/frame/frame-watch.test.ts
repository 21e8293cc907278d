import { expect, it, vi } from 'vitest'
import { createMemoryClock } from '../../../../sdk/testing/memory-clock.ts'
import { watchFrame } from './frame-watch.ts'

const setUp = () => {
  const clock = createMemoryClock()
  const ping = vi.fn()
  const onStalled = vi.fn()
  const tab = { visible: true, asleepMs: 0 }
  const watch = watchFrame({
    clock: { ...clock, now: () => clock.now() + tab.asleepMs },
    isVisible: () => tab.visible,
    ping,
    onStalled,
  })
  return { clock, ping, onStalled, tab, watch }
}

it('[RTP3] finds a frame that does not start within thirty seconds of its document', async () => {
  const { clock, onStalled, watch } = setUp()
  await clock.advance(120_000)
  expect(onStalled).not.toHaveBeenCalled()
  watch.loaded()
  await clock.advance(30_000)
  expect(onStalled).not.toHaveBeenCalled()
  await clock.advance(1_000)
  expect(onStalled.mock.calls).toEqual([['did not start within 30 s']])
})

it('[RTP3] finds a frame that gives no answer for ten seconds, and leaves one that does alone', async () => {
  const { clock, onStalled, ping, watch } = setUp()
  watch.loaded()
  watch.started()
  ping.mockImplementation(() => watch.answered())
  await clock.advance(60_000)
  expect(onStalled).not.toHaveBeenCalled()
  ping.mockReset()
  await clock.advance(12_000)
  expect(onStalled.mock.calls).toEqual([['gave no answer for 10 s']])
  await clock.advance(60_000)
  expect(onStalled).toHaveBeenCalledOnce()
})

it('[RTP3] counts no time in which the page itself stood still', async () => {
  const { clock, onStalled, ping, tab, watch } = setUp()
  watch.loaded()
  watch.started()
  await clock.advance(1_000)
  expect(ping).toHaveBeenCalledOnce()
  tab.asleepMs = 600_000
  await clock.advance(2_000)
  expect(onStalled).not.toHaveBeenCalled()
})

it('[RTP3] asks nothing of a tab that nobody looks at, nor after it was taken away', async () => {
  const { clock, onStalled, ping, tab, watch } = setUp()
  watch.loaded()
  watch.started()
  tab.visible = false
  await clock.advance(60_000)
  expect(ping).not.toHaveBeenCalled()
  tab.visible = true
  await clock.advance(2_000)
  expect(ping).toHaveBeenCalled()
  watch.stop()
  await clock.advance(60_000)
  expect(onStalled).not.toHaveBeenCalled()
})
