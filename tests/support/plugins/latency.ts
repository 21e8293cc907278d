import { setTimeout as pause } from 'node:timers/promises'
import type { TestServer } from '../server/start-test-server.ts'

const EVERY_MS = 10

/** How long the product's own calls, or those to `path`, take while something else goes on; milliseconds. */
export async function latencyDuring(
  server: Pick<TestServer, 'signIn'>,
  work: () => Promise<unknown>,
  path = '/api/user/session',
) {
  const { api } = await server.signIn()
  const times: number[] = []
  const over = new AbortController()
  // Settled at once, so that a failure of the work waits for the end of the loop.
  const ended = Promise.allSettled([work()]).then(([outcome]) => {
    over.abort()
    return outcome
  })
  while (!over.signal.aborted) {
    const began = performance.now()
    const { status } = await api.get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    times.push(performance.now() - began)
    await pause(EVERY_MS)
  }
  const outcome = await ended
  if (outcome.status === 'rejected') throw outcome.reason
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: times.length, median: at(0.5), p99: at(0.99) }
}
