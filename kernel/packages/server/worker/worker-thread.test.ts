import inspector from 'node:inspector'
import { afterEach, expect, it, vi } from 'vitest'
import { startWorkerThread } from './worker-thread.ts'

afterEach(() => {
  inspector.close()
  vi.useRealTimers()
})

const say = () => undefined
const log = { debug: say, info: say, warn: say, error: say }

it('[TOOL17] leaves a silent thread alone while a debugger may hold it, and ends it otherwise', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const thread = startWorkerThread({ plugin: 'acme', log, serve: async () => null, hear: say })
  await thread.up
  thread.expectAnswers()
  inspector.open(0, '127.0.0.1')
  // No answer of the thread can arrive between these beats.
  vi.advanceTimersByTime(10_000)
  expect(await thread.answers(60_000)).toBe(true)
  inspector.close()
  vi.advanceTimersByTime(10_000)
  expect((await thread.ended).message).toBe('did not answer for 5 s')
})
