import { expect, it, vi } from 'vitest'
import { createMemoryClock } from '../../../../sdk/testing/memory-clock.ts'
import { watchFrame } from './frame-watch.ts'

const setUp = () => {
  const clock = createMemoryClock()
  const ping = vi.fn()
  const onStalled = vi.fn()
  const tab = { visible: true }
  const watch = watchFrame({ clock, isVisible: () => tab.visible, ping, onStalled })
  return { clock, ping, onStalled, tab, watch }
}

it('[RTP3] finds a frame that does not start within ten seconds', async () => {
  const { clock, onStalled } = setUp()
  await clock.advance(9_000)
  expect(onStalled).not.toHaveBeenCalled()
  await clock.advance(2_000)
  expect(onStalled.mock.calls).toEqual([['did not start within 10 s']])
})

it('[RTP3] finds a frame that gives no answer for five seconds, and leaves one that does alone', async () => {
  const { clock, onStalled, ping, watch } = setUp()
  watch.started()
  ping.mockImplementation(() => watch.answered())
  await clock.advance(60_000)
  expect(onStalled).not.toHaveBeenCalled()
  ping.mockReset()
  await clock.advance(7_000)
  expect(onStalled.mock.calls).toEqual([['gave no answer for 5 s']])
  await clock.advance(60_000)
  expect(onStalled).toHaveBeenCalledOnce()
})

it('[RTP3] asks nothing of a tab that nobody looks at, nor after it was taken away', async () => {
  const { clock, onStalled, ping, tab, watch } = setUp()
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
