import { TEST_EVENT, type DeliveryProblem } from '@spawnpoint/contracts/webhooks/schemas'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import {
  Audit,
  Clock,
  Database,
  defineJob,
  Instance,
  Jobs,
  Log,
  Plugins,
  Secrets,
  Settings,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { dropDelivery, findDelivery, holdDelivery, settleDelivery, type Settled } from './delivery-queries.ts'
import { mayCall } from './plugin-hosts.ts'
import { privateHosts } from './private-hosts.ts'
import {
  claimTry,
  findReceiver,
  lockReceiver,
  noteFailure,
  noteSuccess,
  pause,
  receiverOf,
  type Receiver,
} from './receiver-queries.ts'
import { CLAIM_MS, FAILING_PAUSE_MS, PAUSE_AFTER_MS, pauseAfter } from './retry-times.ts'
import { signingSecrets } from './secret-queries.ts'
import { sendMessage, type Outcome } from './send-message.ts'
import { signMessage } from './sign-message.ts'
import type { Delivery } from './tables.ts'
import { awaitReceiver, letWait, queueRetry } from './waiting-messages.ts'

export const DELIVER = 'deliver'
export const jobKey = (delivery: string) => `${DELIVER}:${delivery}`

const uses = {
  audit: Audit,
  clock: Clock,
  db: Database,
  instance: Instance,
  jobs: Jobs,
  log: Log,
  plugins: Plugins,
  secrets: Secrets,
  settings: Settings,
}
type Services = ServicesOf<typeof uses>

// Answers to a plugin's message that another attempt would get again.
const FINAL = new Set([400, 401, 403, 404])
const BAD_REQUEST = 400

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
const isTest = ({ event }: Delivery) => event === TEST_EVENT
const isFinal = ({ plugin }: Delivery, { isGone, status }: Outcome) =>
  isGone || (plugin !== null && status !== null && FINAL.has(status))

/** Why a message is not sent any more, though it was when it was recorded. */
export async function whyDropped(
  { plugins }: Pick<Services, 'plugins'>,
  row: Delivery,
  receiver: Receiver,
): Promise<DeliveryProblem | null> {
  if (receiver.address === null) return 'KEY_LOST'
  if (row.plugin === null) return receiver.enabled || isTest(row) ? null : 'DISABLED'
  const plugin = (await plugins.list()).find(({ id }) => id === row.plugin)
  if (plugin?.enabled !== true) return 'DISABLED'
  return mayCall(plugin, receiver.host) ? null : 'NOT_DECLARED'
}

/** Leaves a message to the job of its receiver. */
const waitForReceiver = (services: Services, { id }: Delivery, receiver: Receiver) =>
  services.db.orm.transaction(async (tx) => {
    await awaitReceiver(services, tx, receiver)
    await letWait(tx, id)
  })

interface Candidate {
  readonly row: Delivery
  readonly receiver: Receiver
  /** The receiver's job chose it as the one that tries. */
  readonly isTry: boolean
}

/** False when the message does not go now: it is held back, or waits for the one that tries. */
async function mayGo(services: Services, { row, receiver, isTry }: Candidate): Promise<boolean> {
  const { clock, db, jobs } = services
  const now = clock.now()
  if (isTest(row)) return true
  if (receiver.pausedAt !== null) {
    await holdDelivery(db.orm, row.id)
    return false
  }
  const { nextAt } = row
  const isEarly = nextAt !== null && nextAt > now
  if (receiver.failingSince !== null) {
    if (isTry || (!isEarly && (await claimTry(db.orm, receiver, { now, until: later(now, CLAIM_MS) }))))
      return true
    await waitForReceiver(services, row, receiver)
    return false
  }
  if (!isEarly) return true
  await jobs.add(DELIVER, { delivery: row.id }, { runAt: nextAt, key: jobKey(row.id) })
  return false
}

/** A receiver that says it is gone, an address that may not be called, and a day without success pause it. */
const isToPause = ({ isGone }: Outcome, failingSince: Date, now: Date) =>
  isGone || failingSince <= later(now, -PAUSE_AFTER_MS)

interface Trouble {
  readonly row: Delivery
  readonly receiver: Receiver
  readonly outcome: Outcome
  readonly nextAt: Date | null
}

async function noteTrouble(services: Services, tx: Transaction, { row, receiver, outcome, nextAt }: Trouble) {
  const { audit, clock, jobs, log } = services
  const now = clock.now()
  const { problem, status, waitMs } = outcome
  const { plugin } = row
  const at = plugin === null ? { webhook: receiver.id } : { plugin, host: receiver.host }
  if (nextAt === null && !isTest(row))
    log.warn({ ...at, delivery: row.id, event: row.event, problem, status }, 'webhook failed')
  // A test is no trouble of its receiver, nor is a message that the receiver calls wrong.
  if (isTest(row) || (plugin !== null && status === BAD_REQUEST)) return
  const { failingSince, retryAt } = await noteFailure(tx, receiver, {
    now,
    soon: nextAt ?? later(now, FAILING_PAUSE_MS),
    later: later(now, Math.max(FAILING_PAUSE_MS, waitMs)),
  })
  if (!isToPause(outcome, failingSince, now)) {
    await queueRetry(jobs, tx, receiver, retryAt)
    return
  }
  if (!(await pause(tx, receiver, now))) return
  await audit.write(tx, {
    actor: null,
    action: 'webhooks:paused',
    target: plugin ?? receiver.id,
    after: { since: failingSince.toISOString(), problem, ...(plugin !== null && { host: receiver.host }) },
  })
}

interface Sent {
  readonly row: Delivery
  readonly receiver: Receiver
  readonly outcome: Outcome
  readonly startedAt: Date
}

async function settle(services: Services, { row, receiver, outcome, startedAt }: Sent) {
  const { clock, db, jobs } = services
  const now = clock.now()
  const { problem, status: httpStatus, response } = outcome
  const pauseMs = isFinal(row, outcome) || isTest(row) ? null : pauseAfter(row.attempts + 1)
  const nextAt = problem === null || pauseMs === null ? null : later(now, Math.max(pauseMs, outcome.waitMs))
  const ms = now.getTime() - startedAt.getTime()
  const settled: Settled = {
    status: problem === null ? 'delivered' : nextAt === null ? 'failed' : 'pending',
    problem,
    httpStatus,
    response,
    nextAt,
    waits: nextAt !== null,
    attempt: { at: startedAt.toISOString(), ms, status: httpStatus, problem },
  }
  await db.orm.transaction(async (tx) => {
    // Before its message, in the order in which a deletion takes them.
    if (!(await lockReceiver(tx, receiver))) return
    await settleDelivery(tx, row.id, settled)
    if (problem !== null) await noteTrouble(services, tx, { row, receiver, outcome, nextAt })
    else if (await noteSuccess(tx, receiver, now)) await queueRetry(jobs, tx, receiver)
  })
}

/** Sends one message of the log. A process that is killed meanwhile sends it again, under the same id. */
export const deliver = defineJob(
  DELIVER,
  {
    payload: z.object({ delivery: z.uuid(), isTry: z.boolean().default(false) }),
    maxAttempts: 5,
    timeoutMs: 30_000,
  },
  uses,
  async ({ payload, ...services }) => {
    const { clock, db, instance, secrets, settings } = services
    const row = await findDelivery(db.orm, { id: payload.delivery })
    if (row?.status !== 'pending' || row.waits) return
    const receiver = await findReceiver(db.orm, secrets, receiverOf(row))
    if (!receiver) return
    const dropped = await whyDropped(services, row, receiver)
    if (dropped !== null || receiver.address === null) {
      await dropDelivery(db.orm, row.id, dropped ?? 'KEY_LOST')
      return
    }
    if (!(await mayGo(services, { row, receiver, isTry: payload.isTry }))) return
    const at = clock.now()
    const signing = await signingSecrets(db.orm, services, receiver, at)
    const outcome = await sendMessage({
      address: receiver.address,
      headers: signMessage(signing, { id: `msg_${row.id}`, at, body: row.body }),
      body: row.body,
      privateHosts: privateHosts(settings),
      version: instance.version,
    })
    await settle(services, { row, receiver, outcome, startedAt: at })
  },
)
