import type { Transaction } from '@spawnpoint/sdk/server'
import { and, eq, gte, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { newPeriod, renewalStep } from './renewal-plan.ts'
import type { RenewalSettings } from './renewal-rules.ts'
import type { ServerUses } from './server-uses.ts'
import { queueSuspension } from './suspend-server.ts'
import { renewal, server } from './tables.ts'

const dayMs = 86_400_000
/** Switched off for less than this, periods go on where they were: an update of a plugin or a wrong click frees nobody. */
const PAUSE_MS = dayMs

const isThere = ne(server.status, 'deleting')

/** When renewals begin, everyone gets a whole period first. */
const beginPeriods = async (uses: ServerUses, tx: Transaction, rules: RenewalSettings, isNew: boolean) => {
  const now = uses.clock.now()
  const expiresAt = new Date(now.getTime() + rules.days * dayMs)
  const { renewalDueAt } = server
  const short = or(isNull(server.expiresAt), lt(server.expiresAt, expiresAt))
  await tx
    .update(server)
    .set(newPeriod(expiresAt, now, rules))
    .where(and(isThere, isNull(renewalDueAt), short))
  if (!isNew) return
  // Their own expiry is later still: they keep it.
  await tx
    .update(server)
    .set({ renewalDueAt: now })
    .where(and(isThere, isNull(renewalDueAt)))
}

/** When renewals end, nobody stands still for having expired. */
const endPeriods = async (uses: ServerUses, tx: Transaction) => {
  const stopped = await tx
    .select({ id: server.id })
    .from(server)
    .where(and(eq(server.suspendedForExpiry, true), isThere))
  await tx
    .update(server)
    .set({ renewalDueAt: null, suspendedForExpiry: false, renewalStep: 0, renewalStepAt: null })
    .where(or(isNotNull(server.renewalDueAt), eq(server.suspendedForExpiry, true)))
  for (const { id } of stopped) await queueSuspension(uses, id, tx)
}

/** After a pause nothing has moved, but nobody could renew meanwhile: grace and the wait for deletion are so much longer. */
const goOn = (tx: Transaction, pausedMs: number) => {
  const later = (column: typeof server.renewalStepAt) =>
    sql`${column} + ${pausedMs} * interval '1 millisecond'`
  return tx
    .update(server)
    .set({ renewalStepAt: later(server.renewalStepAt), renewalDueAt: later(server.renewalDueAt) })
    .where(and(isThere, isNotNull(server.renewalDueAt), gte(server.renewalStep, renewalStep.expired)))
}

/** Follows the switch: one transaction at a time, whichever process runs it. */
export const followSwitch = (uses: ServerUses, rules: RenewalSettings): Promise<void> =>
  uses.db.orm.transaction(async (tx) => {
    const now = uses.clock.now()
    const [kept] = await tx.select().from(renewal).for('update')
    const wasOn = (kept?.onSince ?? null) !== null
    const pausedMs = kept?.offSince ? now.getTime() - kept.offSince.getTime() : null
    if (rules.enabled) {
      if (pausedMs !== null) await goOn(tx, pausedMs)
      await beginPeriods(uses, tx, rules, !wasOn)
      if (wasOn && pausedMs === null) return
      return void (await tx.update(renewal).set({ onSince: kept?.onSince ?? now, offSince: null }))
    }
    if (!wasOn) return
    if (pausedMs === null) return void (await tx.update(renewal).set({ offSince: now }))
    if (pausedMs < PAUSE_MS) return
    await endPeriods(uses, tx)
    await tx.update(renewal).set({ onSince: null, offSince: null })
  })
