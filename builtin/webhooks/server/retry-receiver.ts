import {
  Clock,
  Database,
  defineJob,
  Jobs,
  Plugins,
  Secrets,
  type JobsService,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { DELIVER, jobKey, whyDropped } from './deliver.ts'
import { claimTry, findReceiver, lockReceiver, receiverPayload, receiverIn } from './receiver-queries.ts'
import { CLAIM_MS } from './retry-times.ts'
import type { ReceiverRef } from './receiver-queries.ts'
import {
  dropWaiting,
  dueAt,
  findWaiting,
  holdWaiting,
  queueRetry,
  RETRY,
  takeWaiting,
} from './waiting-messages.ts'

const AT_ONCE = 200

/** The next batch is queued behind this one, and so lets through other jobs that came meanwhile. */
async function feed(jobs: JobsService, tx: Transaction, at: ReceiverRef, now: Date) {
  const taken = await takeWaiting(tx, at, AT_ONCE)
  for (const { id, nextAt } of taken)
    await jobs.add(
      DELIVER,
      { delivery: id },
      { tx, key: jobKey(id), ...(nextAt && nextAt > now && { runAt: nextAt }) },
    )
  if (taken.length === AT_ONCE) await queueRetry(jobs, tx, at)
}

/** While a receiver fails this is all that its waiting messages cost: one of them tries, the others have no jobs. */
export const retryReceiver = defineJob(
  RETRY,
  { payload: receiverPayload },
  { clock: Clock, db: Database, jobs: Jobs, plugins: Plugins, secrets: Secrets },
  async ({ payload, clock, db, jobs, plugins, secrets }) => {
    const at = receiverIn(payload)
    const known = await findReceiver(db.orm, secrets, at)
    const first = await findWaiting(db.orm, at)
    if (!known || !first) return
    const dropped = await whyDropped({ plugins }, first, known)
    if (dropped !== null) {
      await dropWaiting(db.orm, at, dropped)
      return
    }
    await db.orm.transaction(async (tx) => {
      if (!(await lockReceiver(tx, at))) return
      const receiver = await findReceiver(tx, secrets, at)
      const next = await findWaiting(tx, at)
      if (!receiver || !next) return
      const now = clock.now()
      if (receiver.pausedAt !== null) {
        await holdWaiting(tx, at)
        return
      }
      if (receiver.failingSince === null) {
        await feed(jobs, tx, at, now)
        return
      }
      const until = new Date(now.getTime() + CLAIM_MS)
      const isDue = dueAt(next) <= now
      if (!isDue || !(await claimTry(tx, receiver, { now, until }))) {
        const { retryAt } = receiver
        await queueRetry(jobs, tx, at, isDue ? retryAt : dueAt(next))
        return
      }
      const [taken] = await takeWaiting(tx, at, 1)
      if (taken)
        await jobs.add(
          DELIVER,
          { delivery: taken.id, isTry: true },
          { tx, key: jobKey(taken.id), runAt: dueAt(taken) },
        )
      // A process that ends meanwhile settles nothing: then another message tries.
      await queueRetry(jobs, tx, at, until)
    })
  },
)
