import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, eq, lte, ne, notInArray } from 'drizzle-orm'
import { markDeleting } from './delete-server.ts'
import { writeHistory } from './history.ts'
import { renewAutomatically, tellFailure, wantsRenewal, type Refused } from './renew-automatically.ts'
import { sendRenewalEmail } from './renewal-email.ts'
import { followSwitch } from './follow-renewal-switch.ts'
import { daysLeft, dueAt, isAutoDue, nextStep, renewalStep } from './renewal-plan.ts'
import {
  renewalSettings,
  renewalStateOf,
  type RenewalSettings,
  type RenewalVisit as Visit,
} from './renewal-rules.ts'
import { notifyOfExpiry } from './server-kinds.ts'
import { findServer, lockServer } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { queueSuspension } from './suspend-server.ts'
import { server, type ServerRecord } from './tables.ts'

const batch = 200
const hourMs = 3_600_000
const dayMs = 86_400_000

/** A suspended or banned owner cannot renew: the cycle waits, and its notice begins anew. */
const isHeld = async ({ users }: ServerUses, db: Queries, row: ServerRecord) =>
  row.suspendedByStaff || ((await users.find(row.owner, db))?.bannedReason ?? null) !== null

const postpone = (tx: Transaction, { row, now }: Visit) =>
  tx
    .update(server)
    .set({
      renewalDueAt: new Date(now.getTime() + dayMs),
      ...(row.renewalStep >= renewalStep.expired && { renewalStepAt: now }),
    })
    .where(eq(server.id, row.id))

const remind = async (uses: ServerUses, tx: Transaction, { row, rules, now }: Visit, expiresAt: Date) => {
  const days = daysLeft(expiresAt, now)
  await writeHistory(tx, uses, { server: row, kind: 'reminded', actor: null, details: { days } })
  await notifyOfExpiry(uses, tx, row, { step: 'expiring', days })
  if (!rules.sendMail) return
  await sendRenewalEmail(uses, tx, 'renewal-reminder', {
    row,
    at: expiresAt,
    values: { count: days, coins: rules.cost },
  })
}

const suspendExpired = async (uses: ServerUses, tx: Transaction, { row, rules, now }: Visit) => {
  await tx.update(server).set({ suspendedForExpiry: true }).where(eq(server.id, row.id))
  await writeHistory(tx, uses, { server: row, kind: 'expiry-suspended', actor: null })
  await notifyOfExpiry(uses, tx, row, { step: 'expiry-suspended' })
  await queueSuspension(uses, row.id, tx)
  const at = new Date(now.getTime() + rules.deleteDays * dayMs)
  await sendRenewalEmail(uses, tx, 'renewal-suspended', { row, at, values: { coins: rules.cost } })
}

const deleteExpired = async (uses: ServerUses, tx: Transaction, { row, now }: Visit) => {
  await markDeleting(uses, tx, row)
  await writeHistory(tx, uses, { server: row, kind: 'expiry-deleted', actor: null })
  await notifyOfExpiry(uses, tx, row, { step: 'expiry-deleted' })
  await uses.audit.write(tx, {
    actor: null,
    action: 'servers:expired-deleted',
    target: row.owner,
    before: row,
    after: { server: row.id, name: row.name },
  })
  await sendRenewalEmail(uses, tx, 'renewal-deleted', { row, at: now })
}

const expire = async (uses: ServerUses, tx: Transaction, { row, rules, now }: Visit) => {
  await writeHistory(tx, uses, { server: row, kind: 'expired', actor: null })
  await notifyOfExpiry(uses, tx, row, { step: 'expired' })
  const at = new Date(now.getTime() + rules.graceDays * dayMs)
  await sendRenewalEmail(uses, tx, 'renewal-expired', { row, at, values: { coins: rules.cost } })
}

const takeStep = async (uses: ServerUses, tx: Transaction, visit: Visit, step: number, expiresAt: Date) => {
  if (step === renewalStep.deleted) return deleteExpired(uses, tx, visit)
  if (step === renewalStep.suspended) return suspendExpired(uses, tx, visit)
  if (step === renewalStep.expired) return expire(uses, tx, visit)
  // The customer of an automatic renewal is told only where it fails.
  const { autoRenew, shortOfCoins, renewalRefused } = visit.row
  if (!autoRenew || shortOfCoins || renewalRefused) return remind(uses, tx, visit, expiresAt)
}

/** Takes the step that is due, and notes when to look again. */
const advance = async (uses: ServerUses, tx: Transaction, visit: Visit) => {
  const { row, rules, now } = visit
  const state = renewalStateOf(row)
  if (!state) return
  const step = nextStep(state, now, rules)
  if (step !== null) await takeStep(uses, tx, visit, step, state.expiresAt)
  if (step === renewalStep.deleted) return
  const after = step === null ? state : { ...state, step, stepAt: now }
  const at = dueAt(after, now, rules)
  // Coins may come at any time.
  const soon = row.autoRenew && isAutoDue(state.expiresAt, now) ? new Date(now.getTime() + hourMs) : at
  await tx
    .update(server)
    .set({
      renewalStep: after.step,
      renewalStepAt: after.stepAt,
      renewalDueAt: soon.getTime() < at.getTime() ? soon : at,
    })
    .where(eq(server.id, row.id))
}

const isDue = ({ status, renewalDueAt }: ServerRecord, now: Date) =>
  status !== 'deleting' && renewalDueAt !== null && renewalDueAt <= now

type Payment =
  | { readonly outcome: 'renewed' | 'none' }
  | { readonly refused: Refused; readonly seen: ServerRecord }

/** The automatic renewal of a server, where one is due. */
const payFor = async (uses: ServerUses, id: string, rules: RenewalSettings): Promise<Payment> => {
  const now = uses.clock.now()
  const { orm } = uses.db
  const seen = await findServer(orm, id)
  const isWanted = seen !== null && isDue(seen, now) && wantsRenewal(seen, now)
  if (!isWanted || seen.newOwner !== null || (await isHeld(uses, orm, seen))) return { outcome: 'none' }
  const refused = await renewAutomatically(uses, seen, rules)
  return refused ? { refused, seen } : { outcome: 'renewed' }
}

const visitServer = async (uses: ServerUses, id: string, rules: RenewalSettings): Promise<void> => {
  const payment = await payFor(uses, id, rules)
  if ('outcome' in payment && payment.outcome === 'renewed') return
  await uses.db.orm.transaction(async (tx) => {
    const now = uses.clock.now()
    const row = await lockServer(tx, id)
    if (!row || !isDue(row, now)) return
    const visit = { row, rules, now }
    if (row.newOwner !== null || (await isHeld(uses, tx, row))) return void (await postpone(tx, visit))
    // Another period has begun where the owner was faster: nothing has failed then.
    const isSame = 'seen' in payment && payment.seen.expiresAt?.getTime() === row.expiresAt?.getTime()
    if (isSame) await tellFailure(uses, tx, visit, payment.refused)
    // A failure may just have been written down.
    const fresh = await lockServer(tx, id)
    if (fresh) await advance(uses, tx, { ...visit, row: fresh })
  })
}

const listDue = (uses: ServerUses, now: Date, failed: readonly string[]) =>
  uses.db.orm
    .select({ id: server.id })
    .from(server)
    .where(
      and(
        lte(server.renewalDueAt, now),
        ne(server.status, 'deleting'),
        failed.length > 0 ? notInArray(server.id, [...failed]) : undefined,
      ),
    )
    .orderBy(asc(server.renewalDueAt))
    .limit(batch)

/** Brings every server whose time has come one step on: reminders, expiry, suspension, deletion, automatic renewals. */
export const runRenewals = async (uses: ServerUses, signal?: AbortSignal): Promise<void> => {
  const rules = renewalSettings(uses)
  await followSwitch(uses, rules)
  if (!rules.enabled) return
  const failed: string[] = []
  for (;;) {
    const due = await listDue(uses, uses.clock.now(), failed)
    for (const { id } of due) {
      if (signal?.aborted) return
      try {
        await visitServer(uses, id, rules)
      } catch (error) {
        // The others must not wait for one server; this one is tried again with the next run.
        failed.push(id)
        uses.log.error({ err: error, server: id }, 'a renewal step failed')
      }
    }
    if (due.length < batch) return
  }
}
