import type { Transaction } from '@spawnpoint/sdk/server'
import { writeHistory } from './history.ts'
import { markSuspended } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { queueSuspension } from './suspend-server.ts'
import type { ServerRecord } from './tables.ts'

/** A member of staff, with the reason that they gave. */
export interface Acting {
  readonly staff: { readonly id: string; readonly permissions: readonly string[] }
  readonly reason: string
  readonly ip: string
}

/** Suspends a locked server or brings it back; the panel is told by a job. */
export const suspendByStaff = async (
  uses: ServerUses,
  tx: Transaction,
  row: ServerRecord,
  { suspended, staff, reason, ip }: Acting & { readonly suspended: boolean },
): Promise<void> => {
  // Told again to the panel, which may have changed its mind, but written down once.
  await queueSuspension(uses, row.id, tx)
  // Staff take over the suspension of a plugin, which can't lift it any more.
  if (row.suspendedByStaff === suspended && row.suspendingPlugin === null) return
  await markSuspended(tx, row.id, suspended ? reason : null, null)
  const kind = suspended ? 'suspended' : 'unsuspended'
  await writeHistory(tx, uses, {
    server: row,
    kind,
    actor: staff.id,
    ...(suspended && { details: { reason } }),
  })
  await uses.audit.write(tx, {
    actor: staff.id,
    action: `servers:${kind}`,
    target: row.owner,
    before: { server: row.id, suspended: row.suspendedByStaff, reason: row.suspensionReason },
    after: { server: row.id, name: row.name, suspended, reason },
    ip,
  })
}
