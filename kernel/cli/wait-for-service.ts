import { setTimeout as wait } from 'node:timers/promises'
import { ConfigurationError } from '../server/configuration-error.ts'

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL is starting or stopping.
  '57P03',
])
const PAUSE_MS = 1_000

const isAway = (error: unknown): error is ConfigurationError =>
  error instanceof ConfigurationError && typeof error.cause === 'string' && AWAY.has(error.cause)

/** A machine that boots starts everything at once: a service that is not there yet is waited for, with one line. */
export async function waitForService<T>(
  open: () => Promise<T>,
  { seconds, notify }: { readonly seconds: number; notify(line: string): void },
): Promise<T> {
  const endsAt = performance.now() + seconds * 1_000
  for (let isTold = false; ; isTold = true) {
    try {
      return await open()
    } catch (error) {
      if (!isAway(error) || performance.now() >= endsAt) throw error
      if (!isTold)
        notify(`${error.message.split(': check ')[0]}. Waiting for it, ${seconds} seconds at most.`)
    }
    await wait(PAUSE_MS)
  }
}
