import type { DeliveryProblem } from '@spawnpoint/contracts/webhooks/schemas'
import { callOut, PrivateAddressError, type OutgoingReply } from '@spawnpoint/sdk/server'

const TIMEOUT_MS = 15_000
const MOST_BYTES = 262_144
const SHOWN_CHARACTERS = 1_000
const LONGEST_WAIT_S = 3_600

export interface Outcome {
  readonly problem: DeliveryProblem | null
  readonly status: number | null
  readonly response: string | null
  /** As long as the receiver asks to wait. */
  readonly waitMs: number
  /** There is nothing at this address any more, or it may not be called. */
  readonly isGone: boolean
}

const waitOf = ({ headers }: OutgoingReply): number => {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_WAIT_S) * 1_000 : 0
}

const problemOf = (status: number): DeliveryProblem | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'REDIRECTED'
  if (status === 410) return 'GONE'
  return status === 429 ? 'LIMITED' : 'REFUSED'
}

function outcomeOf(reply: OutgoingReply): Outcome {
  const problem = problemOf(reply.status)
  return {
    problem,
    status: reply.status,
    // PostgreSQL stores no NUL.
    response: reply.text.replaceAll('\u0000', '').slice(0, SHOWN_CHARACTERS),
    waitMs: waitOf(reply),
    isGone: problem === 'GONE',
  }
}

function outcomeOfError(error: unknown): Outcome {
  const none = { status: null, response: null, waitMs: 0 }
  if (error instanceof PrivateAddressError) return { ...none, problem: 'NOT_PUBLIC', isGone: true }
  const isLate = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)
  return { ...none, problem: isLate ? 'TIMEOUT' : 'UNREACHABLE', isGone: false }
}

/** Posts a message; what goes wrong on the way is an outcome, not an error. */
export async function sendMessage(message: {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly privateHosts: readonly string[]
  readonly version: string
}): Promise<Outcome> {
  const { address, body, privateHosts, version } = message
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': `Spawnpoint/${version} (webhooks)`,
    ...message.headers,
  }
  try {
    const reply = await callOut({
      url: address,
      method: 'POST',
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      largest: MOST_BYTES,
      publicOnly: { except: privateHosts },
    })
    return outcomeOf(reply)
  } catch (error) {
    return outcomeOfError(error)
  }
}
