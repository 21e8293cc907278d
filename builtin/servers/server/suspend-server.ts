import { isPanelError } from '@spawnpoint/contracts/panel'
import { EndpointFailure, type Transaction } from '@spawnpoint/sdk/server'
import { and, eq, ne } from 'drizzle-orm'
import { locate } from './panel-tasks.ts'
import { findServer, listServersOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { server, type ServerRecord } from './tables.ts'

/** Asked when the panel is told, not before: a ban and staff may follow each other closely, and the last word counts. */
export const shallStandStill = async (
  { users }: ServerUses,
  { owner, suspendedByStaff, suspendedForExpiry }: ServerRecord,
) => suspendedByStaff || suspendedForExpiry || ((await users.find(owner))?.bannedReason ?? null) !== null

const tell = async (uses: ServerUses, row: ServerRecord, suspended: boolean) => {
  try {
    const panel = await uses.panel.current()
    const found = await locate(panel, row)
    if (found) await (suspended ? panel.suspendServer(found.id) : panel.unsuspendServer(found.id))
    return found !== null
  } catch (error) {
    if (!isPanelError(error)) throw error
    // An expected failure: a panel that is away is no fault of this plugin, and the job comes again.
    throw new EndpointFailure('PANEL_AWAY', 503, { details: { reason: error.reason } })
  }
}

/** Stops a server on the panel, or lets it run again. Throws while the panel is away, so that the job comes again. */
export const suspendOnPanel = async (uses: ServerUses, id: string): Promise<void> => {
  const row = await findServer(uses.db.orm, id)
  if (!row || row.status === 'deleting') return
  const suspended = await shallStandStill(uses, row)
  const isThere = await tell(uses, row, suspended)
  const panelState = suspended ? 'suspended' : 'ready'
  await uses.db.orm
    .update(server)
    .set({
      status: suspended ? 'suspended' : 'active',
      updatedAt: uses.clock.now(),
      ...(isThere && uses.panel.mode() === 'connected' && { panelState }),
    })
    .where(and(eq(server.id, id), ne(server.status, 'deleting')))
}

export const queueSuspension = ({ jobs }: Pick<ServerUses, 'jobs'>, id: string, tx?: Transaction) =>
  jobs.add('suspension', { server: id }, { ...(tx && { tx }), key: `suspension:${id}` })

/** A banned person's servers stand still until the ban is lifted. */
export const suspendServersOf = async (uses: ServerUses, owner: string): Promise<void> => {
  for (const { id } of await listServersOf(uses.db.orm, owner)) await queueSuspension(uses, id)
}
