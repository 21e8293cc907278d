import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import type { HeldResources } from '@spawnpoint/contracts/server-queue'
import { and, asc, count, eq, inArray, isNotNull, lte, or, sql, type Column } from 'drizzle-orm'
import { server, type ServerRecord } from './tables.ts'

type Amount = 'memory' | 'cpu' | 'disk' | 'databases' | 'backups' | 'allocations'

// While a change is on its way nobody knows which of the two the panel has: the greater counts.
const held = (key: Amount) =>
  sql<number>`coalesce(sum(greatest(${server[key]}, (${server.wanted} ->> ${key})::int)), 0)::int`

/** A server on its way to another owner counts for both: nobody may use its place twice. */
const holdsFor = (person: string) => or(eq(server.owner, person), eq(server.newOwner, person))

/** Resources of an owner's live servers, including those being deleted. */
export const sumServers = async (db: Queries, owner: string): Promise<HeldResources> => {
  const [sums] = await db
    .select({
      slots: count(),
      memory: held('memory'),
      cpu: held('cpu'),
      disk: held('disk'),
      databases: held('databases'),
      backups: held('backups'),
      allocations: held('allocations'),
    })
    .from(server)
    .where(holdsFor(owner))
  return sums ?? { slots: 0, memory: 0, cpu: 0, disk: 0, databases: 0, backups: 0, allocations: 0 }
}

// The sum can exceed an integer; a double is exact up to 2^53.
const inAll = (column: Column) => sql<number>`coalesce(sum(${column}), 0)::float8`

export const sumAllServers = async (db: Queries) => {
  const [sums] = await db
    .select({
      servers: count(),
      memory: inAll(server.memory),
      disk: inAll(server.disk),
      cpu: inAll(server.cpu),
    })
    .from(server)
  return sums ?? { servers: 0, memory: 0, disk: 0, cpu: 0 }
}

export const countServersIn = async (
  db: Queries,
  place: 'locationId' | 'categoryId' | 'eggId',
  id: string,
): Promise<number> => {
  const [found] = await db.select({ servers: count() }).from(server).where(eq(server[place], id))
  return found?.servers ?? 0
}

export const countServersByLocation = async (db: Queries): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .select({ id: server.locationId, servers: count() })
    .from(server)
    .groupBy(server.locationId)
  return new Map(rows.map(({ id, servers }) => [id, servers]))
}

export const countServersOf = async (db: Queries, owner: string): Promise<number> => {
  const [found] = await db.select({ servers: count() }).from(server).where(holdsFor(owner))
  return found?.servers ?? 0
}

export const listServersOf = (db: Queries, owner: string): Promise<ServerRecord[]> =>
  db.select().from(server).where(eq(server.owner, owner)).orderBy(asc(server.id))

/** The users among these who own a server. */
export const listOwnersAmong = async (
  db: Queries,
  users: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (users.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ owner: server.owner })
    .from(server)
    .where(inArray(server.owner, [...users]))
  return new Set(rows.map(({ owner }) => owner))
}

/** Only the owner's: a stranger's server is not there. */
export const findServerOf = async (db: Queries, owner: string, id: string): Promise<ServerRecord | null> => {
  const [found] = await db
    .select()
    .from(server)
    .where(and(eq(server.id, id), eq(server.owner, owner)))
  return found ?? null
}

export const lockServer = async (tx: Transaction, id: string): Promise<ServerRecord | null> => {
  const [found] = await tx.select().from(server).where(eq(server.id, id)).for('update')
  return found ?? null
}

/** Suspended by staff, or by an added plugin in their place; no reason lets it run again. */
export const markSuspended = async (
  tx: Transaction,
  id: string,
  reason: string | null,
  plugin: string | null,
) => {
  await tx
    .update(server)
    .set({
      suspendedByStaff: reason !== null,
      suspensionReason: reason,
      suspendingPlugin: reason === null ? null : plugin,
    })
    .where(eq(server.id, id))
}

export const findServer = async (db: Queries, id: string): Promise<ServerRecord | null> => {
  const [found] = await db.select().from(server).where(eq(server.id, id))
  return found ?? null
}

export const listOpenTasks = (
  db: Queries,
  now: Date,
): Promise<Pick<ServerRecord, 'id' | 'status' | 'newOwner'>[]> =>
  db
    .select({ id: server.id, status: server.status, newOwner: server.newOwner })
    .from(server)
    .where(and(isNotNull(server.nextTryAt), lte(server.nextTryAt, now)))
    .orderBy(asc(server.nextTryAt))
    .limit(500)
