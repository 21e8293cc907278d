import { serverDeleted } from '@spawnpoint/contracts/servers'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '@spawnpoint/sdk/server'
import { lockAllowance } from './allowance-queries.ts'
import { locate, queueTask, runTask } from './panel-tasks.ts'
import type { ServerUses } from './server-uses.ts'
import { server, type ServerRecord } from './tables.ts'

/** From here on the server is on its way out; what it holds is free once the panel has let go of it. */
export const markDeleting = async (
  uses: ServerUses,
  tx: Transaction,
  { id }: ServerRecord,
): Promise<void> => {
  const now = uses.clock.now()
  await tx
    .update(server)
    .set({ status: 'deleting', newOwner: null, problem: null, tries: 0, nextTryAt: now, updatedAt: now })
    .where(eq(server.id, id))
  await queueTask(uses, tx, 'delete', id)
}

/** The panel is asked at once, and is not to wait for the node of the server any more. */
export const markForced = async (uses: ServerUses, tx: Transaction, { id }: ServerRecord): Promise<void> => {
  const now = uses.clock.now()
  await tx
    .update(server)
    .set({ forced: true, tries: 0, nextTryAt: now, updatedAt: now })
    .where(eq(server.id, id))
  await queueTask(uses, tx, 'delete', id)
}

const forget = ({ db, settings, events, sessions }: ServerUses, { id, owner }: ServerRecord) =>
  db.orm.transaction(async (tx) => {
    await lockAllowance(tx, settings, owner)
    const gone = await tx
      .delete(server)
      .where(and(eq(server.id, id), eq(server.status, 'deleting')))
      .returning({ id: server.id })
    if (gone.length === 0) return
    await events.emit(tx, serverDeleted, { id, owner })
    await sessions.changed(tx, owner)
  })

/** Deletes a server on the panel, then here. One that the panel does not have is as good as deleted. */
export const deleteOnPanel = (uses: ServerUses, id: string): Promise<void> =>
  runTask(uses, 'delete', id, {
    isOpen: ({ status }) => status === 'deleting',
    async attempt(panel, row) {
      const found = await locate(panel, row)
      if (found) await panel.deleteServer(found.id, { force: row.forced })
      await forget(uses, row)
    },
  })
