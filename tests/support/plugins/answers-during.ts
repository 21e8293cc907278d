import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestServer } from '../server/start-test-server.ts'

/**
 * Does the work, and fails unless the product's own calls, or those to `path`, are answered meanwhile: each counts only
 * when it was asked after the work began and answered before the work ended, so a busy machine changes nothing.
 * `fewest` is 0 for work that may be over before a first answer; a call after the work has to be answered in any case.
 */
export async function expectAnswersDuring(
  server: Pick<TestServer, 'signIn'>,
  work: () => Promise<unknown>,
  { path = '/api/user/session', fewest = 3 }: { readonly path?: string; readonly fewest?: number } = {},
): Promise<void> {
  const { api } = await server.signIn()
  const over = new AbortController()
  let answered = 0
  // Settled at once, so that a failure of the work waits for the end of the loop.
  const ended = Promise.allSettled([work()]).then(([outcome]) => {
    over.abort()
    return outcome
  })
  while (!over.signal.aborted) {
    const { status } = await api.get(path)
    expect(status, path).toBe(200)
    if (!over.signal.aborted) answered += 1
    // Long work is asked about now and then: other tests need the processor too.
    if (answered > fewest) await pause(50)
  }
  const outcome = await ended
  if (outcome.status === 'rejected') throw outcome.reason
  expect(answered, `calls to ${path} answered while the work went on`).toBeGreaterThanOrEqual(fewest)
  expect((await api.get(path)).status, path).toBe(200)
}
