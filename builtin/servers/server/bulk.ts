import { listBulks, readBulk, startBulk, type BulkAction } from '@spawnpoint/contracts/servers'
import { holds, type ReplyOf } from '@spawnpoint/sdk/common'
import { answer, EndpointFailure, requireReauthentication, type Queries } from '@spawnpoint/sdk/server'
import { and, asc, count, desc, eq, gte, inArray, isNull, lt } from 'drizzle-orm'
import { actOnServer, type Act } from './act-on-server.ts'
import { type ServerUses, serverUses } from './server-uses.ts'
import { bulk, bulkRow, server, type ServerRecord } from './tables.ts'

const keptMs = 30 * 86_400_000
const mostListed = 20

const permissionFor = (action: BulkAction) =>
  action === 'delete' ? 'admin.servers.delete' : 'admin.servers.edit'

const namesOf = async (db: Queries, ids: readonly string[]) => {
  const rows = await db
    .select({ id: server.id, name: server.name })
    .from(server)
    .where(inArray(server.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const handleStartBulk = answer(
  startBulk,
  serverUses,
  async ({ actor, body, ip, fail, db, jobs, clock, sessions, users }) => {
    const { id, action, owner = null, reason } = body
    if (!actor.can(permissionFor(action))) throw fail('SERVERS_ACTION_FORBIDDEN')
    if (action === 'transfer' && !(owner && (await users.find(owner)))) throw fail('SERVERS_NO_RECEIVER')
    if (action === 'delete') await requireReauthentication(sessions, actor)
    const ids = [...new Set(body.servers)]
    await db.orm.transaction(async (tx) => {
      const now = clock.now()
      await tx.delete(bulk).where(lt(bulk.createdAt, new Date(now.getTime() - keptMs)))
      const begun = await tx
        .insert(bulk)
        .values({ id, actor: actor.id, action, receiver: owner, reason, ip, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: bulk.id })
      if (begun.length === 0) {
        const [earlier] = await tx.select().from(bulk).where(eq(bulk.id, id))
        if (earlier?.actor !== actor.id || earlier.action !== action) throw fail('SERVERS_KEY_REUSED')
        return
      }
      const names = await namesOf(tx, ids)
      await tx
        .insert(bulkRow)
        .values(ids.map((each, place) => ({ bulk: id, place, server: each, name: names.get(each) ?? each })))
      await jobs.add('bulk', { bulk: id }, { tx, key: `bulk:${id}` })
    })
    return { id }
  },
)

const codeOf = (error: unknown): string => {
  if (error instanceof EndpointFailure) return error.code
  throw error
}

/** Works off one action on many servers; each server's effect and its outcome are one transaction. */
export const runBulk = async (uses: ServerUses, id: string): Promise<void> => {
  const { db, clock } = uses
  const [job] = await db.orm.select().from(bulk).where(eq(bulk.id, id))
  if (!job || job.finishedAt) return
  const permissions = await uses.permissions.of(job.actor)
  const staff = { id: job.actor, permissions }
  const act: Act = { action: job.action, staff, reason: job.reason, ip: job.ip, receiver: job.receiver }
  const write = (tx: Queries, place: number, outcome: string) =>
    tx
      .update(bulkRow)
      .set({ outcome })
      .where(and(eq(bulkRow.bulk, id), eq(bulkRow.place, place)))
  const rows = await db.orm
    .select()
    .from(bulkRow)
    .where(and(eq(bulkRow.bulk, id), isNull(bulkRow.outcome)))
    .orderBy(asc(bulkRow.place))
  const allowed = holds(permissions, permissionFor(job.action))
  for (const { place, server: target } of rows) {
    if (!allowed) {
      await write(db.orm, place, 'SERVERS_ACTION_FORBIDDEN')
      continue
    }
    try {
      await actOnServer(uses, act, target, (tx) => write(tx, place, 'accepted'))
    } catch (error) {
      await write(db.orm, place, codeOf(error))
    }
  }
  await db.orm.update(bulk).set({ finishedAt: clock.now() }).where(eq(bulk.id, id))
}

type Job = typeof bulk.$inferSelect
type RowState = ReplyOf<typeof readBulk>['rows'][number]

/** Whether the panel has confirmed what was decided here. */
const confirmed = ({ action, receiver }: Job, row: ServerRecord | undefined): boolean => {
  if (!row) return action === 'delete'
  if (action === 'suspend') return row.status === 'suspended'
  // One that has expired stays suspended for that.
  if (action === 'unsuspend') return row.status === 'active' || row.suspendedForExpiry
  return action === 'transfer' && row.owner === receiver
}

const stateOf = (
  job: Job,
  { server: id, name, outcome }: typeof bulkRow.$inferSelect,
  row: ServerRecord | undefined,
): RowState => {
  if (outcome === null) return { id, name, state: 'queued', code: null }
  if (outcome !== 'accepted') return { id, name, state: 'refused', code: outcome }
  if (confirmed(job, row)) return { id, name, state: 'done', code: null }
  // Deleted meanwhile, before the panel was told.
  if (!row || (job.action !== 'delete' && row.status === 'deleting'))
    return { id, name, state: 'refused', code: 'NOT_FOUND' }
  // The panel has refused the new owner, so the transfer was taken back.
  if (job.action === 'transfer' && row?.newOwner !== job.receiver)
    return { id, name, state: 'refused', code: 'SERVERS_PANEL_REFUSED' }
  return { id, name, state: 'waiting', code: null }
}

export const handleReadBulk = answer(readBulk, serverUses, async ({ actor, params, fail, db }) => {
  const [job] = await db.orm.select().from(bulk).where(eq(bulk.id, params.id))
  if (job?.actor !== actor.id) throw fail('NOT_FOUND')
  const rows = await db.orm.select().from(bulkRow).where(eq(bulkRow.bulk, job.id)).orderBy(asc(bulkRow.place))
  const ids = rows.map((row) => row.server)
  const found = await db.orm.select().from(server).where(inArray(server.id, ids))
  const live = new Map(found.map((row) => [row.id, row]))
  return {
    action: job.action,
    finished: job.finishedAt !== null,
    rows: rows.map((row) => stateOf(job, row, live.get(row.server))),
  }
})

export const handleListBulks = answer(listBulks, serverUses, async ({ actor, db, clock }) => {
  const rows = await db.orm
    .select({ run: bulk, servers: count(bulkRow.place) })
    .from(bulk)
    .leftJoin(bulkRow, eq(bulkRow.bulk, bulk.id))
    .where(and(eq(bulk.actor, actor.id), gte(bulk.createdAt, new Date(clock.now().getTime() - keptMs))))
    .groupBy(bulk.id)
    .orderBy(desc(bulk.createdAt), desc(bulk.id))
    .limit(mostListed)
  return {
    runs: rows.map(({ run: { id, action, reason, createdAt, finishedAt }, servers }) => ({
      id,
      action,
      reason,
      at: createdAt.toISOString(),
      servers,
      finished: finishedAt !== null,
    })),
  }
})
