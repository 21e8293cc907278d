import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestServer } from '../server/start-test-server.ts'

const EVERY_MS = 10

/** How long the product's own calls, or those to `path`, take while something else goes on; milliseconds. */
async function latencyDuring(
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

type Latency = Awaited<ReturnType<typeof latencyDuring>>

/** What counts as usual beside trouble: on a machine that is busy with something else, as much slower as it is then. */
const mostOf = (usual: Latency) => Math.max(400, usual.p99 * 10)

/** Does the work, and fails where the product's other calls take longer meanwhile than is usual here and now. */
export async function expectUsualTime(
  server: Pick<TestServer, 'signIn'>,
  work: () => Promise<unknown>,
  path?: string,
): Promise<Latency> {
  const usual = await latencyDuring(server, () => pause(1_000), path)
  const during = await latencyDuring(server, work, path)
  expect(during.p99, `usual ${usual.p99} ms`).toBeLessThan(mostOf(usual))
  return during
}
