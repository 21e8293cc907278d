import { deleteServer, updateServer } from '@spawnpoint/contracts/servers'
import { resourceKeys } from '@spawnpoint/contracts/servers/schemas'
import type { Resources } from '@spawnpoint/contracts/server-queue'
import { answer, type Transaction } from '@spawnpoint/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { lockAllowance } from './allowance-queries.ts'
import { markDeleting } from './delete-server.ts'
import { writeHistory } from './history.ts'
import { checkLimits, limitsOf, readUsage } from './limits.ts'
import { queueTask } from './panel-tasks.ts'
import { presentServers } from './present-servers.ts'
import { lockServer } from './server-queries.ts'
import { type ServerUses, serverUses } from './server-uses.ts'
import { server, type ServerRecord, type Wanted } from './tables.ts'

/** The owner's server under lock; a stranger's is not there. */
const lockOwn = async (tx: Transaction, owner: string, id: string) => {
  const row = await lockServer(tx, id)
  return row?.owner === owner ? row : null
}

/** Only what grows must be free; giving back is always possible. */
const growth = (row: ServerRecord, wanted: Wanted): Resources => {
  const more = (key: (typeof resourceKeys)[number]) => Math.max(0, wanted[key] - row[key])
  return {
    memory: more('memory'),
    cpu: more('cpu'),
    disk: more('disk'),
    databases: more('databases'),
    backups: more('backups'),
    allocations: more('allocations'),
  }
}

const writeWish = async (uses: ServerUses, tx: Transaction, row: ServerRecord, wanted: Wanted) => {
  const now = uses.clock.now()
  const version = sql`${server.version} + 1`
  const [changed] = await tx
    .update(server)
    .set({ wanted, problem: null, tries: 0, nextTryAt: now, updatedAt: now, version })
    .where(eq(server.id, row.id))
    .returning()
  await queueTask(uses, tx, 'change', row.id)
  return changed ?? row
}

export const handleUpdateServer = answer(
  updateServer,
  serverUses,
  async ({ actor, params, body, ip, fail, ...services }) => {
    const changed = await services.db.orm.transaction(async (tx) => {
      const total = limitsOf(await lockAllowance(tx, services.settings, actor.id))
      const row = await lockOwn(tx, actor.id, params.id)
      if (!row) throw fail('NOT_FOUND')
      if (row.status === 'deleting') throw fail('SERVERS_DELETING')
      if (row.wanted || row.newOwner) throw fail('SERVERS_CHANGE_PENDING')
      const { version, ...wanted } = body
      if (version !== row.version) throw fail('STALE_EDIT')
      checkLimits(growth(row, wanted), await readUsage(services, tx, actor.id), total, 0)
      await writeHistory(tx, services, { server: row, kind: 'changed', actor: actor.id })
      await services.audit.write(tx, {
        actor: actor.id,
        action: 'servers:changed',
        target: row.id,
        before: row,
        after: wanted,
        ip,
      })
      return writeWish(services, tx, row, wanted)
    })
    const [item] = await presentServers(services, [changed])
    if (!item) throw fail('NOT_FOUND')
    return { item }
  },
)

export const handleDeleteServer = answer(
  deleteServer,
  serverUses,
  async ({ actor, params, ip, fail, ...services }) => {
    await services.db.orm.transaction(async (tx) => {
      const row = await lockOwn(tx, actor.id, params.id)
      if (!row) throw fail('NOT_FOUND')
      // Asked twice, deleted once.
      if (row.status === 'deleting') return
      await markDeleting(services, tx, row)
      await writeHistory(tx, services, { server: row, kind: 'deleting', actor: actor.id })
      await services.audit.write(tx, {
        actor: actor.id,
        action: 'servers:deleting',
        target: row.id,
        before: row,
        ip,
      })
    })
    return { id: params.id }
  },
)
