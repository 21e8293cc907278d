import type { PluginContextMembers } from '@spawnpoint/sdk/server'
import type { DeliveryProblem } from '../contract/index.ts'
import type { Message } from './compose-message.ts'
import { signMessage } from './sign-message.ts'

type Fetch = PluginContextMembers['http.external']['fetch']

export type Outcome =
  | { readonly kind: 'delivered'; readonly status: number }
  /** Trying again later may help; `waitMs` when Discord says how long. */
  | {
      readonly kind: 'later'
      readonly problem: DeliveryProblem
      readonly status: number | null
      readonly waitMs: number | null
    }
  | { readonly kind: 'never'; readonly problem: DeliveryProblem; readonly status: number }

const LONGEST_WAIT_S = 3_600

async function waitOf(response: Response): Promise<number | null> {
  const seconds = Number(response.headers.get('retry-after'))
  await response.body?.cancel()
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_WAIT_S) * 1_000 : null
}

async function judge(response: Response): Promise<Outcome> {
  const { status } = response
  const waitMs = await waitOf(response)
  if (response.ok) return { kind: 'delivered', status }
  if (status === 429) return { kind: 'later', problem: 'LIMITED', status, waitMs }
  if (status >= 500) return { kind: 'later', problem: 'UNREACHABLE', status, waitMs }
  const isGone = status === 401 || status === 403 || status === 404
  return { kind: 'never', problem: isGone ? 'WEBHOOK_GONE' : 'REFUSED', status }
}

/** Posts a message; what goes wrong on the way is an outcome, not an error. */
export async function postMessage(
  fetch: Fetch,
  to: { readonly url: string; readonly username: string; readonly secret: string | undefined },
  { id, at, message, signal }: { id: string; at: Date; message: Message; signal: AbortSignal },
): Promise<Outcome> {
  const body = JSON.stringify({ ...message, username: to.username })
  const signature = to.secret === undefined ? {} : signMessage(to.secret, { id, at, body })
  try {
    return await judge(
      await fetch(`${to.url}?wait=true`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body,
        signal,
      }),
    )
  } catch (error) {
    signal.throwIfAborted()
    // No answer at all: a name that does not resolve, a refused or cut connection.
    if (error instanceof TypeError)
      return { kind: 'later', problem: 'UNREACHABLE', status: null, waitMs: null }
    throw error
  }
}
