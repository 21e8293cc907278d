import { and, eq, ne } from 'drizzle-orm'
import { locate } from './panel-tasks.ts'
import { findServer, listServersOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { server } from './tables.ts'

/** Stops or restarts a server on the panel. Throws while the panel is away, so that the job comes again. */
export const suspendOnPanel = async (uses: ServerUses, id: string, suspended: boolean): Promise<void> => {
  const row = await findServer(uses.db.orm, id)
  if (!row || row.status === 'deleting') return
  const panel = await uses.panel.current()
  const found = await locate(panel, row)
  if (found) await (suspended ? panel.suspendServer(found.id) : panel.unsuspendServer(found.id))
  await uses.db.orm
    .update(server)
    .set({ status: suspended ? 'suspended' : 'active', updatedAt: uses.clock.now() })
    .where(and(eq(server.id, id), ne(server.status, 'deleting')))
}

/** A banned person's servers stand still until the ban is lifted. */
export const suspendServersOf = async (
  uses: ServerUses,
  owner: string,
  suspended: boolean,
): Promise<void> => {
  for (const { id } of await listServersOf(uses.db.orm, owner))
    await uses.jobs.add('suspension', { server: id, suspended }, { key: `suspension:${id}` })
}
