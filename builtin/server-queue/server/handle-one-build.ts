import { getBuild, removeBuild } from '@spawnpoint/contracts/server-queue'
import { answer } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { readLog } from './handle-logs.ts'
import { presentBuilds } from './present-builds.ts'
import { queueUses } from './queue-uses.ts'
import { queueCleaning, queueNextOf } from './settle-build.ts'
import { build } from './tables.ts'

const logPermission = 'admin.server.queue.logs.view'

export const handleGetBuild = answer(getBuild, queueUses, async ({ actor, params, fail, ...services }) => {
  const [row] = await services.db.orm.select().from(build).where(eq(build.id, params.id))
  const [item] = row ? await presentBuilds(services, [row]) : []
  if (!row || !item) throw fail('NOT_FOUND')
  const { description, detail, attempts, ignoreLimits, panelServerId } = row
  const [category, egg] = await Promise.all([
    services.categories.find(row.categoryId),
    services.eggs.find(row.eggId),
  ])
  return {
    item: {
      ...item,
      description,
      detail,
      attempts,
      ignoreLimits,
      panelServerId,
      eggId: row.eggId,
      categoryName: category?.name ?? null,
      eggName: egg?.name ?? null,
      nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt.toISOString() : null,
    },
    log: actor.can(logPermission) ? await readLog(services.db.orm, row.id) : [],
  }
})

export const handleRemoveBuild = answer(
  removeBuild,
  queueUses,
  async ({ actor, params, ip, fail, ...services }) => {
    const { db, audit, events, jobs, clock, log } = services
    const owner = await db.orm.transaction(async (tx) => {
      const [row] = await tx.select().from(build).where(eq(build.id, params.id)).for('update')
      if (!row) throw fail('NOT_FOUND')
      if (row.status === 'completed') throw fail('QUEUE_COMPLETED')
      await tx.delete(build).where(eq(build.id, row.id))
      // A worker may be at it right now: it finds its row gone, and what it made is taken away.
      if (row.attempts > 0) await queueCleaning({ db, events, jobs, clock, log }, tx, row.id)
      await audit.write(tx, {
        actor: actor.id,
        action: 'server-queue:deleted',
        target: row.id,
        before: row,
        ip,
      })
      return row.owner
    })
    await queueNextOf(services, owner)
    return { id: params.id }
  },
)
