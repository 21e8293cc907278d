import { getPanelAccount, isPanelError, type GamePanel } from '@spawnpoint/contracts/panel'
import { type Transaction } from '@spawnpoint/sdk/server'
import { and, eq, sql } from 'drizzle-orm'
import { lockAllowance } from './allowance-queries.ts'
import { writeHistory } from './history.ts'
import { checkLimits, limitsOf, readUsage } from './limits.ts'
import { locate, queueTask, runTask } from './panel-tasks.ts'
import { sendRenewalEmail } from './renewal-email.ts'
import { renewalStep } from './renewal-plan.ts'
import { renewalSettings } from './renewal-rules.ts'
import type { ServerUses } from './server-uses.ts'
import type { Acting } from './suspend-by-staff.ts'
import { queueSuspension } from './suspend-server.ts'
import { server, type ServerRecord } from './tables.ts'

/** Reserves a locked server in the limits of its new owner, whose allowance is locked too; the panel is told by a job. */
export const reserveTransfer = async (
  uses: ServerUses,
  tx: Transaction,
  row: ServerRecord,
  { to, staff, reason, ip }: Acting & { readonly to: string },
): Promise<void> => {
  const total = limitsOf(await lockAllowance(tx, uses.settings, to))
  checkLimits(row, await readUsage(uses, tx, to), total, 1)
  const now = uses.clock.now()
  await tx
    .update(server)
    .set({ newOwner: to, transferredBy: staff.id, problem: null, tries: 0, nextTryAt: now, updatedAt: now })
    .where(eq(server.id, row.id))
  await queueTask(uses, tx, 'transfer', row.id)
  await uses.sessions.changed(tx, to)
  await uses.audit.write(tx, {
    actor: staff.id,
    action: 'servers:transfer-started',
    target: row.owner,
    before: { server: row.id, name: row.name, owner: row.owner },
    after: { server: row.id, owner: to, reason },
    ip,
  })
}

/** In one order for everyone, so that two transfers never wait for each other. */
const lockBoth = async (uses: ServerUses, tx: Transaction, people: readonly string[]) => {
  for (const person of people.toSorted()) await lockAllowance(tx, uses.settings, person)
}

const DAY_MS = 86_400_000

const stillOpen = (row: ServerRecord, to: string) =>
  and(eq(server.id, row.id), eq(server.newOwner, to), sql`${server.status} <> 'deleting'`)

const open = { newOwner: null, transferredBy: null, tries: 0, nextTryAt: null }

/** The new owner has switched nothing on; what has expired waits for its whole time again. */
const freshRenewal = (uses: ServerUses, row: ServerRecord) => ({
  autoRenew: false,
  shortOfCoins: false,
  renewalRefused: false,
  renewalKey: null,
  ...(row.renewalStep >= renewalStep.expired && { renewalStepAt: uses.clock.now() }),
})

/** A new owner hears that the server has expired, as the one before did. */
const tellOfExpiry = async (uses: ServerUses, tx: Transaction, row: ServerRecord) => {
  const rules = renewalSettings(uses)
  const { renewalStep: step } = row
  if (!rules.enabled || step < renewalStep.expired) return
  const isExpired = step === renewalStep.expired
  const days = isExpired ? rules.graceDays : rules.deleteDays
  const at = new Date(uses.clock.now().getTime() + days * DAY_MS)
  const kind = isExpired ? 'renewal-expired' : 'renewal-suspended'
  await sendRenewalEmail(uses, tx, kind, { row, at, values: { coins: rules.cost } })
}

/** The panel has it: what the old owner held is free, what the new one had reserved is in use, both at once. */
const complete = (uses: ServerUses, row: ServerRecord, to: string) =>
  uses.db.orm.transaction(async (tx) => {
    await lockBoth(uses, tx, [row.owner, to])
    const [moved] = await tx
      .update(server)
      .set({
        ...open,
        ...freshRenewal(uses, row),
        owner: to,
        problem: null,
        panelOwnerDiffers: false,
        version: sql`${server.version} + 1`,
        updatedAt: uses.clock.now(),
      })
      .where(stillOpen(row, to))
      .returning()
    if (!moved) return
    await writeHistory(tx, uses, { server: moved, kind: 'transferred', actor: row.transferredBy })
    await tellOfExpiry(uses, tx, moved)
    // The new owner may be banned meanwhile, and the old one may have been.
    await queueSuspension(uses, moved.id, tx)
    await uses.audit.write(tx, {
      actor: row.transferredBy,
      action: 'servers:transferred',
      target: to,
      before: { server: row.id, owner: row.owner },
      after: { server: row.id, name: row.name, owner: to },
    })
    for (const person of [row.owner, to]) await uses.sessions.changed(tx, person)
  })

/** The panel has refused: the server stays with its owner, and the reservation is free. */
const cancel = (uses: ServerUses, row: ServerRecord, problem: ServerRecord['problem'], detail: string) =>
  uses.db.orm.transaction(async (tx) => {
    const to = row.newOwner
    if (to === null) return
    await lockBoth(uses, tx, [row.owner, to])
    const undone = await tx
      .update(server)
      .set({ ...open, problem })
      .where(stillOpen(row, to))
      .returning({ id: server.id })
    if (undone.length === 0) return
    await uses.audit.write(tx, {
      actor: row.transferredBy,
      action: 'servers:transfer-failed',
      target: row.owner,
      after: { server: row.id, name: row.name, owner: to, detail },
    })
    await uses.sessions.changed(tx, to)
  })

const moveOnPanel = async (uses: ServerUses, panel: GamePanel, row: ServerRecord) => {
  if (row.newOwner === null) return
  const person = await uses.users.find(row.newOwner)
  if (!person) return cancel(uses, row, null, 'The new owner no longer exists.')
  const found = await locate(panel, row)
  if (!found) return cancel(uses, row, 'PANEL_MISSING', 'The server is not on the panel.')
  const { user } = await getPanelAccount(panel, person)
  if (found.userId !== user.id) await panel.updateServerDetails(found.id, { userId: user.id })
  await complete(uses, row, person.id)
}

/** Gives a server to its new owner on the panel, then here. While the panel is silent it stays with the old one. */
export const transferOnPanel = (uses: ServerUses, id: string): Promise<void> =>
  runTask(uses, 'transfer', id, {
    isOpen: ({ status, newOwner }) => status !== 'deleting' && newOwner !== null,
    attempt: (panel, row) => moveOnPanel(uses, panel, row),
    refused: (_panel, row, error) =>
      cancel(uses, row, 'PANEL_REFUSED', isPanelError(error) ? error.detail : 'Refused by the panel.'),
  })
