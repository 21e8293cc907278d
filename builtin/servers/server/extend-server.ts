import type { ServerExtension } from '@spawnpoint/contracts/servers'
import type { Transaction } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { writeHistory } from './history.ts'
import { extend, newPeriod } from './renewal-plan.ts'
import { renewalSettings, renewalStateOf } from './renewal-rules.ts'
import { lockServer } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { queueSuspension } from './suspend-server.ts'
import { server } from './tables.ts'

/** Days that are given: a renewal without a payment. */
export async function extendServer(
  uses: ServerUses,
  tx: Transaction,
  { server: id, owner, days, actor, reason }: ServerExtension,
): Promise<boolean> {
  const rules = renewalSettings(uses)
  const row = await lockServer(tx, id)
  const state = row && renewalStateOf(row)
  if (!row || !state || !rules.enabled) return false
  if (row.owner !== owner || row.status === 'deleting' || row.newOwner !== null) return false
  const now = uses.clock.now()
  const expiresAt = extend(state, now, days)
  await tx
    .update(server)
    .set({ ...newPeriod(expiresAt, now, rules), updatedAt: now })
    .where(eq(server.id, id))
  const until = expiresAt.toISOString()
  await writeHistory(tx, uses, { server: row, kind: 'extended', actor, details: { until, reason } })
  if (row.suspendedForExpiry) await queueSuspension(uses, id, tx)
  await uses.audit.write(tx, {
    actor,
    action: 'servers:extended',
    target: owner,
    before: { server: id, expiresAt: state.expiresAt.toISOString() },
    after: { server: id, name: row.name, expiresAt: until, reason },
  })
  return true
}
