import { defineJob, type Used } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { findDelivery, markDelivered, markTrouble, type Delivery } from './deliveries.ts'
import { postMessage, type Outcome } from './post-message.ts'
import { readSettings } from './settings.ts'

export const DELIVER = 'deliver'
const MAX_ATTEMPTS = 8

const deliverOptions = {
  payload: z.object({ delivery: z.uuid() }),
  maxAttempts: MAX_ATTEMPTS,
  timeoutMs: 20_000,
}

type Context = Used<typeof manifest>

/** Not yet delivered: the queue tries again, each time later. */
class DeliveryPendingError extends Error {
  override readonly name = 'DeliveryPendingError'
}

async function settle(
  deps: Pick<Context, 'clock' | 'db' | 'jobs'>,
  { id, attempts }: Delivery,
  outcome: Outcome,
) {
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
export const deliver = defineJob(DELIVER, deliverOptions, manifest, async (call) => {
  const { clock, config, db, fetch, signal } = call
  const delivery = await findDelivery(db, call.payload.delivery)
  if (delivery?.status !== 'pending') return
  const { id, message } = delivery
  const { webhook_url: url, username, signing_secret: secret } = readSettings(config)
  if (url === undefined)
    return markTrouble(db, id, { problem: 'NOT_CONFIGURED', httpStatus: null, isFinal: true })
  const outcome = await postMessage(
    fetch,
    { url, username, secret },
    { id, at: clock.now(), message, signal },
  )
  await settle(call, delivery, outcome)
})
