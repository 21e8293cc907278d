import { retryBuild } from '@spawnpoint/contracts/server-queue'
import { holds } from '@spawnpoint/sdk/common'
import { answer, type Queries } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { vipPermission } from './check-order.ts'
import { queueUses } from './queue-uses.ts'
import { build, log, type BuildRecord } from './tables.ts'

/** The failed build's id is the key of the new order, so that a second press finds the first one's build. */
const findRetry = async (db: Queries, id: string): Promise<string | null> => {
  const [found] = await db.select({ id: build.id }).from(build).where(eq(build.requestKey, id))
  return found?.id ?? null
}

const orderOf = (failed: BuildRecord, createdBy: string) => {
  const { owner, name, description, locationId, categoryId, eggId, environment, ignoreLimits } = failed
  const { memory, cpu, disk, databases, backups, allocations } = failed
  const size = { memory, cpu, disk, databases, backups, allocations }
  const place = { locationId, categoryId, eggId, environment }
  return { owner, name, description, ignoreLimits, ...place, ...size, requestKey: failed.id, createdBy }
}

const find = async (db: Queries, id: string, lock = false): Promise<BuildRecord | null> => {
  const rows = db.select().from(build).where(eq(build.id, id))
  return (lock ? await rows.for('update') : await rows)[0] ?? null
}

export const handleRetryBuild = answer(
  retryBuild,
  queueUses,
  async ({ actor, params, ip, fail, db, audit, users, servers, permissions }) => {
    const seen = await find(db.orm, params.id)
    const again = async (tx: Queries) => {
      const id = await findRetry(tx, params.id)
      if (id === null) throw fail('NOT_FOUND')
      return { id }
    }
    if (!seen) return again(db.orm)
    const owner = await users.find(seen.owner)
    if (!owner || owner.bannedReason !== null) throw fail('QUEUE_NO_OWNER')
    const keeper = servers.get()
    if (!keeper) throw fail('QUEUE_SERVERS_OFF')
    if (seen.status === 'failed') await keeper.checkGame(seen)
    const vip = holds(await permissions.of(seen.owner), vipPermission)
    return db.orm.transaction(async (tx) => {
      const failed = await find(tx, params.id, true)
      if (!failed) return again(tx)
      if (failed.status !== 'failed') throw fail('QUEUE_NOT_FAILED')
      // A build of its own: the panel may still be clearing away what the failed one left under its id.
      const { id } = await keeper.order(tx, { ...orderOf(failed, actor.id), vip })
      await tx.update(log).set({ buildId: id }).where(eq(log.buildId, failed.id))
      await tx.delete(build).where(eq(build.id, failed.id))
      const before = { id: failed.id, reason: failed.reason }
      await audit.write(tx, { actor: actor.id, action: 'server-queue:retried', target: id, before, ip })
      return { id }
    })
  },
)
