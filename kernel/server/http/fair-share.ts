import PQueue from 'p-queue'
import { kernelFailure } from './failure.ts'

/** Calls of one account that one plugin answers at once; the others wait for their turn. */
export const CALLS_AT_ONCE = 8
const MOST_WAITING = 200

/** Keeps one account from taking the whole server: its calls queue behind its own, not in front of everybody's. */
export function createFairShare() {
  const queues = new Map<string, PQueue>()
  return {
    async run<T>(account: string, work: () => Promise<T>): Promise<T> {
      const queue = queues.get(account) ?? new PQueue({ concurrency: CALLS_AT_ONCE })
      if (queue.size >= MOST_WAITING) throw kernelFailure('RATE_LIMITED')
      queues.set(account, queue)
      try {
        return await queue.add(work)
      } finally {
        if (queue.size === 0 && queue.pending === 0) queues.delete(account)
      }
    },
  }
}
