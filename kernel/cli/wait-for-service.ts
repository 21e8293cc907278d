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
const SECONDS_BETWEEN_LINES = 10

const isAway = (error: unknown): error is ConfigurationError =>
  error instanceof ConfigurationError && typeof error.cause === 'string' && AWAY.has(error.cause)

interface Waiting {
  readonly seconds: number
  notify(line: string): void
  /** Time that only goes forward, and a way to let it pass; those of the machine when left out. */
  readonly now?: () => number
  readonly pause?: (ms: number) => Promise<unknown>
}

/** A machine that boots starts everything at once: a service that is not there yet is waited for, with a line each 10 s. */
export async function waitForService<T>(
  open: () => Promise<T>,
  { seconds, notify, now = () => performance.now(), pause = wait }: Waiting,
): Promise<T> {
  let awaySince: number | null = null
  for (let told = 0; ;) {
    try {
      return await open()
    } catch (error) {
      // From the first failure on: on a busy machine, or with a host that swallows connections, that one takes its time.
      awaySince ??= now()
      const waited = (now() - awaySince) / 1_000
      if (!isAway(error) || waited >= seconds) throw error
      if (waited >= told) {
        notify(`${error.message.split(': check ')[0]}. Waiting for it, ${seconds - told} seconds at most.`)
        told += SECONDS_BETWEEN_LINES
      }
    }
    await pause(PAUSE_MS)
  }
}
