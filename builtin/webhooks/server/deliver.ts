import { TEST_EVENT } from '@spawnpoint/contracts/webhooks/schemas'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import {
  Audit,
  Clock,
  Database,
  defineJob,
  Instance,
  Jobs,
  Log,
  Secrets,
  Settings,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { dropDelivery, findDelivery, holdDelivery, settleDelivery, type Settled } from './delivery-queries.ts'
import { privateHosts } from './private-hosts.ts'
import { CLAIM_MS, FAILING_PAUSE_MS, PAUSE_AFTER_MS, pauseAfter } from './retry-times.ts'
import { readSecrets } from './secret-queries.ts'
import { sendMessage, type Outcome } from './send-message.ts'
import { signMessage } from './sign-message.ts'
import type { Delivery } from './tables.ts'
import {
  claimTry,
  findWebhook,
  lockWebhook,
  noteFailure,
  noteSuccess,
  pause,
  type Target,
} from './webhook-queries.ts'

export const DELIVER = 'deliver'
export const jobKey = (delivery: string) => `${DELIVER}:${delivery}`

const uses = {
  audit: Audit,
  clock: Clock,
  db: Database,
  instance: Instance,
  jobs: Jobs,
  log: Log,
  secrets: Secrets,
  settings: Settings,
}
type Services = ServicesOf<typeof uses>

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
const isTest = ({ event }: Delivery) => event === TEST_EVENT

const queueAt = ({ jobs }: Services, id: string, runAt: Date, tx?: Transaction) =>
  jobs.add(DELIVER, { delivery: id }, { runAt, key: jobKey(id), ...(tx && { tx }) })

/** False when the message does not go now: it was dropped, held back, or waits for the one that tries. */
async function mayGo(services: Services, row: Delivery, target: Target): Promise<boolean> {
  const { clock, db } = services
  const now = clock.now()
  if (isTest(row)) return true
  if (!target.enabled) {
    await dropDelivery(db.orm, row.id, 'DISABLED')
    return false
  }
  if (target.pausedAt !== null) {
    await holdDelivery(db.orm, row.id)
    return false
  }
  if (row.nextAt !== null && row.nextAt > now) {
    await queueAt(services, row.id, row.nextAt)
    return false
  }
  if (target.failingSince === null) return true
  if (await claimTry(db.orm, target.id, now, later(now, CLAIM_MS))) return true
  const { retryAt } = (await findWebhook(db.orm, target.id)) ?? target
  await queueAt(services, row.id, retryAt ?? later(now, CLAIM_MS))
  return false
}

/** A receiver that says it is gone, an address that may not be called, and a day without success pause a webhook. */
const isToPause = ({ isFinal }: Outcome, failingSince: Date, now: Date) =>
  isFinal || failingSince <= later(now, -PAUSE_AFTER_MS)

async function noteTrouble(
  services: Services,
  tx: Transaction,
  { row, outcome, nextAt }: { row: Delivery; outcome: Outcome; nextAt: Date | null },
) {
  if (isTest(row)) return
  const { audit, clock, log } = services
  const now = clock.now()
  const { problem, status, waitMs } = outcome
  const failingSince = await noteFailure(tx, row.webhookId, {
    now,
    soon: nextAt ?? later(now, FAILING_PAUSE_MS),
    later: later(now, Math.max(FAILING_PAUSE_MS, waitMs)),
  })
  if (nextAt === null)
    log.warn(
      { webhook: row.webhookId, delivery: row.id, event: row.event, problem, status },
      'webhook failed',
    )
  if (!isToPause(outcome, failingSince, now) || !(await pause(tx, row.webhookId, now))) return
  await audit.write(tx, {
    actor: null,
    action: 'webhooks:paused',
    target: row.webhookId,
    after: { since: failingSince.toISOString(), problem },
  })
}

async function settle(services: Services, row: Delivery, outcome: Outcome, startedAt: Date) {
  const { clock, db } = services
  const now = clock.now()
  const { problem, status: httpStatus, response } = outcome
  const pauseMs = outcome.isFinal || isTest(row) ? null : pauseAfter(row.attempts + 1)
  const nextAt = problem === null || pauseMs === null ? null : later(now, Math.max(pauseMs, outcome.waitMs))
  const ms = now.getTime() - startedAt.getTime()
  const settled: Settled = {
    status: problem === null ? 'delivered' : nextAt === null ? 'failed' : 'pending',
    problem,
    httpStatus,
    response,
    nextAt,
    attempt: { at: startedAt.toISOString(), ms, status: httpStatus, problem },
  }
  await db.orm.transaction(async (tx) => {
    // Before its message, in the order in which a deletion takes them.
    if (!(await lockWebhook(tx, row.webhookId))) return
    await settleDelivery(tx, row.id, settled)
    if (problem === null) await noteSuccess(tx, row.webhookId, now)
    else await noteTrouble(services, tx, { row, outcome, nextAt })
    if (nextAt !== null) await queueAt(services, row.id, nextAt, tx)
  })
}

/** Sends one message of the log. A process that is killed meanwhile sends it again, under the same id. */
export const deliver = defineJob(
  DELIVER,
  { payload: z.object({ delivery: z.uuid() }), maxAttempts: 5, timeoutMs: 30_000 },
  uses,
  async ({ payload, ...services }) => {
    const { clock, db, instance, secrets, settings } = services
    const row = await findDelivery(db.orm, { id: payload.delivery })
    if (row?.status !== 'pending') return
    const target = await findWebhook(db.orm, row.webhookId)
    if (!target || !(await mayGo(services, row, target))) return
    const at = clock.now()
    const { current, previous } = await readSecrets(db.orm, secrets, target.id, at)
    const signing = previous === null ? [current] : [current, previous]
    const outcome = await sendMessage({
      address: target.address,
      headers: signMessage(signing, { id: `msg_${row.id}`, at, body: row.body }),
      body: row.body,
      privateHosts: privateHosts(settings),
      version: instance.version,
    })
    await settle(services, row, outcome, at)
  },
)
