import type {
  ClockService,
  JobContext,
  PluginConfig,
  PluginContextMembers,
  PluginDatabase,
  PluginJobs,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { findDelivery, markDelivered, markTrouble, type Delivery } from './deliveries.ts'
import { postMessage, type Outcome } from './post-message.ts'
import { readSettings } from './settings.ts'

export const DELIVER = 'deliver'
const MAX_ATTEMPTS = 8

export const deliverOptions = {
  payload: z.object({ delivery: z.uuid() }),
  maxAttempts: MAX_ATTEMPTS,
  timeoutMs: 20_000,
}

export interface DeliverDeps {
  readonly db: PluginDatabase
  readonly jobs: PluginJobs
  readonly config: PluginConfig
  readonly clock: ClockService
  readonly fetch: PluginContextMembers['http.external']['fetch']
}

/** Not yet delivered: the queue tries again, each time later. */
class DeliveryPendingError extends Error {
  override readonly name = 'DeliveryPendingError'
}

async function settle(deps: DeliverDeps, { id, attempts }: Delivery, outcome: Outcome) {
  if (outcome.kind === 'delivered') return markDelivered(deps.db, id, outcome.status)
  const { problem, status: httpStatus } = outcome
  // A wait that Discord asks for is a job of its own: the log counts across both.
  const isFinal = outcome.kind === 'never' || attempts + 1 >= MAX_ATTEMPTS
  await markTrouble(deps.db, id, { problem, httpStatus, isFinal })
  if (isFinal) return
  if (outcome.waitMs !== null) {
    // Discord says when: sooner would only be refused again.
    const runAt = new Date(deps.clock.now().getTime() + outcome.waitMs)
    return deps.jobs.add(DELIVER, { delivery: id }, { runAt, key: `${DELIVER}:${id}` })
  }
  throw new DeliveryPendingError(`${problem} ${httpStatus ?? ''}`.trim())
}

/** Sends one message of the log. */
export async function deliver(
  deps: DeliverDeps,
  { delivery: id }: { delivery: string },
  context: JobContext,
) {
  const delivery = await findDelivery(deps.db, id)
  if (delivery?.status !== 'pending') return
  const { webhook_url: url, username, signing_secret: secret } = readSettings(deps.config)
  if (url === undefined)
    return markTrouble(deps.db, id, { problem: 'NOT_CONFIGURED', httpStatus: null, isFinal: true })
  const outcome = await postMessage(
    deps.fetch,
    { url, username, secret },
    { id, at: deps.clock.now(), message: delivery.message, signal: context.signal },
  )
  await settle(deps, delivery, outcome)
}
