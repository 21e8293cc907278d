import type { Platform } from '../platform/platform.ts'
import { readSessionAnswer, startFailed, unreadable, type SessionOutcome } from './session-answer.ts'

const path = '/api/user/session'
const retries = 3
const retryDelayMs = 2000

export interface SessionFetch {
  readonly platform: Pick<Platform, 'fetch' | 'clock'>
  readonly onAnswer: (response: Response) => void
}

const ask = async ({ platform, onAnswer }: SessionFetch): Promise<SessionOutcome> => {
  try {
    const response = await platform.fetch(path, {
      method: 'GET',
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'cache-control': 'no-cache', pragma: 'no-cache' },
    })
    onAnswer(response)
    return await readSessionAnswer(response)
  } catch {
    // A network failure has no answer to read; it is a failure like the others, and retried.
    return { ok: false, failure: { code: startFailed } }
  }
}

/** A time-out and a rate limit, which a proxy may answer in the server's place, say nothing about the session. */
const temporaryStatuses: readonly number[] = [408, 429]

/** The specification excludes a 503, and an authentication failure is final. */
const isWorthRetrying = (outcome: SessionOutcome): boolean => {
  if (outcome.ok) return false
  const { code, status } = outcome.failure
  if (status === undefined || code === unreadable || temporaryStatuses.includes(status)) return true
  return status >= 500 && status !== 503
}

export const fetchSession = async (options: SessionFetch): Promise<SessionOutcome> => {
  const { clock } = options.platform
  let outcome = await ask(options)
  for (let retry = 0; retry < retries && isWorthRetrying(outcome); retry += 1) {
    await new Promise<void>((resolve) => clock.setTimeout(resolve, retryDelayMs))
    outcome = await ask(options)
  }
  return outcome
}
